/** Sends a single request without a load generator. */
export type Sent = { path: string; key: string; body: object }

export async function send(url: string, { path, key, body }: Sent): Promise<{ status: number; text: string }> {
  const response = await fetch(`${url}/api/v1${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() },
    body: JSON.stringify(body),
  })
  return { status: response.status, text: await response.text() }
}
