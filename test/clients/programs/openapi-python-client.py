"""A program with the client that openapi-python-client generates. What it must do is told in test/clients/sample-data.ts."""

import json
import os

from skein_api import AuthenticatedClient
from skein_api.api.threads import create_thread, get_thread, list_threads, reply_to_thread
from skein_api.models import (
    CreatedThreadResponse,
    ErrorResponse,
    MessageResponse,
    PriorityInput,
    ReplyCreate,
    Requester,
    ThreadCreate,
    ThreadSearchList,
)
from skein_api.types import UNSET, Unset

name = os.environ["SKEIN_NAME"]
client = AuthenticatedClient(base_url=os.environ["SKEIN_URL"], token=os.environ["SKEIN_KEY"])

new = ThreadCreate(
    title="The export is empty",
    body="The CSV export has been empty since Monday.",
    requester=Requester(email=f"{name}@example.com", name="Ada Lovelace"),
    priority=PriorityInput.HIGH,
    tags=[name],
)
created = create_thread.sync(client=client, body=new, idempotency_key=f"{name}-create")
assert isinstance(created, CreatedThreadResponse), created
thread = created.data

listed: list[str] = []
cursor: str | Unset = UNSET
while True:
    # What was read is written back as it is.
    page = list_threads.sync(client=client, limit=2, priority=PriorityInput(thread.priority.value), cursor=cursor)
    assert isinstance(page, ThreadSearchList), page
    listed += [each.id for each in page.data]
    cursor = page.meta.cursor
    if cursor == "":
        break

reply = reply_to_thread.sync(
    thread.thread_id,
    client=client,
    body=ReplyCreate(body="We are looking into it."),
    idempotency_key=f"{name}-reply",
)
assert isinstance(reply, MessageResponse), reply

missing = get_thread.sync("thr_00000000000000000000000000", client=client)
assert isinstance(missing, ErrorResponse), missing

print(json.dumps({"created": thread.thread_id, "listed": listed, "replied": reply.data.id, "caught": missing.error.code}))
