"""Calls every read of the client that openapi-python-client generates, and prints the reads that could not be parsed."""

import importlib
import inspect
import json
import os
import pkgutil
from typing import Any

import skein_api.api
from skein_api import AuthenticatedClient

client = AuthenticatedClient(base_url=os.environ["SKEIN_URL"], token="svck_later")
example = "thr_01k2w3t5q7e0r9vbx4m6n8h2dz"
read: list[str] = []
failed: list[str] = []
for module in pkgutil.walk_packages(skein_api.api.__path__, "skein_api.api."):
    if module.ispkg:
        continue
    operation: Any = importlib.import_module(module.name)
    arguments = inspect.signature(operation._get_kwargs).parameters.values()
    required = [each for each in arguments if each.default is inspect.Parameter.empty]
    if any(each.name == "body" for each in arguments) or any(each.annotation not in (str, "str") for each in required):
        continue
    kwargs = {each.name: example for each in required}
    if operation._get_kwargs(**kwargs)["method"] != "get" or not hasattr(operation, "sync"):
        continue
    name = module.name.split(".")[-1]
    try:
        if operation.sync(client=client, **kwargs) is not None:
            read.append(name)
    except Exception as error:
        failed.append(f"{name}: {error!r}")
print(json.dumps({"read": read, "failed": failed}))
