/** Programs that sign the identity of a site's user, in the order of the tabs. They need nothing but what each language is used with. */

export type Snippet = { name: string; code: (key: string) => string }

const node = (key: string): string => `import { createHmac } from 'node:crypto'

export function signIdentity(user) {
  const encode = (part) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const claims = {
    aud: '${key}',
    sub: String(user.id),
    name: user.name,
    email: user.email,
    exp: Math.floor(Date.now() / 1000) + 3600,
  }
  const text = \`\${encode({ alg: 'HS256', typ: 'JWT' })}.\${encode(claims)}\`
  const signature = createHmac('sha256', process.env.SKEIN_IDENTITY_SECRET).update(text).digest('base64url')
  return \`\${text}.\${signature}\`
}
`

const python = (key: string): string => `import base64, hashlib, hmac, json, os, time

def sign_identity(user):
    def encode(data):
        return base64.urlsafe_b64encode(data).rstrip(b"=")

    claims = {
        "aud": "${key}",
        "sub": str(user["id"]),
        "name": user["name"],
        "email": user["email"],
        "exp": int(time.time()) + 3600,
    }
    parts = [{"alg": "HS256", "typ": "JWT"}, claims]
    text = b".".join(encode(json.dumps(part).encode()) for part in parts)
    secret = os.environ["SKEIN_IDENTITY_SECRET"].encode()
    signature = hmac.new(secret, text, hashlib.sha256).digest()
    return (text + b"." + encode(signature)).decode()
`

const php = (key: string): string => `<?php
function signIdentity(array $user): string
{
    $encode = fn (string $data) => rtrim(strtr(base64_encode($data), '+/', '-_'), '=');
    $claims = [
        'aud' => '${key}',
        'sub' => (string) $user['id'],
        'name' => $user['name'],
        'email' => $user['email'],
        'exp' => time() + 3600,
    ];
    $text = $encode(json_encode(['alg' => 'HS256', 'typ' => 'JWT'])) . '.' . $encode(json_encode($claims));
    return $text . '.' . $encode(hash_hmac('sha256', $text, getenv('SKEIN_IDENTITY_SECRET'), true));
}
`

const ruby = (key: string): string => `require "json"
require "openssl"

def sign_identity(user)
  encode = ->(data) { [data].pack("m0").tr("+/", "-_").delete("=") }
  claims = {
    aud: "${key}",
    sub: user.id.to_s,
    name: user.name,
    email: user.email,
    exp: Time.now.to_i + 3600
  }
  text = [{ alg: "HS256", typ: "JWT" }, claims].map { |part| encode.(part.to_json) }.join(".")
  "#{text}.#{encode.(OpenSSL::HMAC.digest("SHA256", ENV.fetch("SKEIN_IDENTITY_SECRET"), text))}"
end
`

const go = (key: string): string => `package identity

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"os"
	"time"
)

func Sign(id, name, email string) (string, error) {
	encode := base64.RawURLEncoding.EncodeToString
	claims, err := json.Marshal(map[string]any{
		"aud": "${key}", "sub": id, "name": name, "email": email,
		"exp": time.Now().Add(time.Hour).Unix(),
	})
	if err != nil {
		return "", err
	}
	text := encode([]byte(\`{"alg":"HS256","typ":"JWT"}\`)) + "." + encode(claims)
	mac := hmac.New(sha256.New, []byte(os.Getenv("SKEIN_IDENTITY_SECRET")))
	mac.Write([]byte(text))
	return text + "." + encode(mac.Sum(nil)), nil
}
`

const java = (key: string): string => `// With com.auth0:java-jwt
import com.auth0.jwt.JWT;
import com.auth0.jwt.algorithms.Algorithm;
import java.time.Instant;

class Identity {
    static String sign(String id, String name, String email) {
        return JWT.create()
            .withAudience("${key}")
            .withSubject(id)
            .withClaim("name", name)
            .withClaim("email", email)
            .withExpiresAt(Instant.now().plusSeconds(3600))
            .sign(Algorithm.HMAC256(System.getenv("SKEIN_IDENTITY_SECRET")));
    }
}
`

const csharp = (key: string): string => `using System.Security.Cryptography;
using System.Text;
using System.Text.Json;

static class Identity
{
    public static string Sign(string id, string name, string email)
    {
        static string Encode(byte[] data) =>
            Convert.ToBase64String(data).TrimEnd('=').Replace('+', '-').Replace('/', '_');
        var claims = new
        {
            aud = "${key}", sub = id, name, email,
            exp = DateTimeOffset.UtcNow.AddHours(1).ToUnixTimeSeconds(),
        };
        var text = Encode(JsonSerializer.SerializeToUtf8Bytes(new { alg = "HS256", typ = "JWT" }))
            + "." + Encode(JsonSerializer.SerializeToUtf8Bytes(claims));
        var secret = Encoding.UTF8.GetBytes(Environment.GetEnvironmentVariable("SKEIN_IDENTITY_SECRET")!);
        return text + "." + Encode(HMACSHA256.HashData(secret, Encoding.UTF8.GetBytes(text)));
    }
}
`

const elixir = (key: string): string => `defmodule Identity do
  def sign(user) do
    claims = %{
      aud: "${key}",
      sub: to_string(user.id),
      name: user.name,
      email: user.email,
      exp: System.os_time(:second) + 3600
    }

    text = Enum.map_join([%{alg: "HS256", typ: "JWT"}, claims], ".", &encode(Jason.encode!(&1)))
    secret = System.fetch_env!("SKEIN_IDENTITY_SECRET")
    text <> "." <> encode(:crypto.mac(:hmac, :sha256, secret, text))
  end

  defp encode(data), do: Base.url_encode64(data, padding: false)
end
`

export const snippets: readonly Snippet[] = [
  { name: 'Node.js', code: node },
  { name: 'Python', code: python },
  { name: 'PHP', code: php },
  { name: 'Ruby', code: ruby },
  { name: 'Go', code: go },
  { name: 'Java', code: java },
  { name: 'C#', code: csharp },
  { name: 'Elixir', code: elixir },
]
