"""Connects a chat system to an inbox of Skein. A POST to `/customer` plays the chat system: a customer has written."""
import base64, hashlib, hmac, http.server, itertools, json, os, sqlite3, sys, threading, time, urllib.request

KEY = base64.b64decode(os.environ["SKEIN_SECRET"].removeprefix("whsec_")) or sys.exit("SKEIN_SECRET is empty.")
INBOUND_URL, PORT = os.environ["SKEIN_INBOUND_URL"], int(os.environ.get("PORT", "4000"))
lock, db = threading.Lock(), sqlite3.connect(os.environ.get("SENT_FILE", "sent.db"), check_same_thread=False)
db.execute("create table if not exists sent (delivery_id text primary key)")

def sign(id, at, body):
    return "v1," + base64.b64encode(hmac.new(KEY, f"{id}.{at}.".encode() + body, hashlib.sha256).digest()).decode()

def is_from_skein(headers, body):
    id, at, given = (headers.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature"))
    is_recent = at.isdecimal() and abs(time.time() - int(at)) <= 300
    return is_recent and any(hmac.compare_digest(sign(id, at, body).encode(), each.encode()) for each in given.split(" "))

def post(id, event):
    """Posts an event until Skein has accepted it. Skein recognises a repeated one by its ids. Raises for one that it cannot read."""
    body = json.dumps(event).encode()
    for attempt in itertools.count():
        at = str(int(time.time()))
        headers = {"webhook-id": id, "webhook-timestamp": at, "webhook-signature": sign(id, at, body)}
        try:
            return urllib.request.urlopen(urllib.request.Request(INBOUND_URL, body, headers), timeout=30).close()
        except OSError as error:
            if getattr(error, "code", 0) in (400, 413):
                raise
        time.sleep(min(2**attempt, 60))

def send(delivery_id, reply):
    """Sends a reply once. A real program calls its chat system; an error rolls the row back, and the next attempt sends the reply."""
    with lock, db:
        if db.execute("insert or ignore into sent values (?)", [delivery_id]).rowcount == 1:
            print(f"To {reply['to']['address']}: {reply['bodyText']}", flush=True)
    return f"chat-{delivery_id}"

class Handler(http.server.BaseHTTPRequestHandler):
    def respond(self, status, value={}):
        self.send_response(status)
        self.end_headers()
        self.wfile.write(json.dumps(value).encode())
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.path == "/customer":
            message = json.loads(body)
            post(message["externalId"], {"type": "message.received", "data": message})
            return self.respond(202)
        if not is_from_skein(self.headers, body):
            return self.respond(401)
        type, data = (json.loads(body)[name] for name in ("type", "data"))
        if type != "message.send":
            return self.respond(200)
        delivery_id = data["deliveryId"]
        self.respond(200, {"externalId": send(delivery_id, data)})
        status = {"type": "message.status", "data": {"deliveryId": delivery_id, "state": "DELIVERED"}}
        threading.Thread(target=post, args=[f"{delivery_id}.delivered", status]).start()

server = http.server.ThreadingHTTPServer(("127.0.0.1", PORT), Handler)
print(f"Listening at http://127.0.0.1:{PORT}/", flush=True)
server.serve_forever()
