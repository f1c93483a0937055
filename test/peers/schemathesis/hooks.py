"""Values of the contract's formats, and identifiers of objects that the sandbox has."""
import os
import re
import string

import schemathesis
from hypothesis import strategies as st

label = st.text(string.ascii_lowercase + string.digits, min_size=1, max_size=10)
schemathesis.openapi.format("https-url", st.builds("https://{}.example.com/{}".format, label, label))
schemathesis.openapi.format("pix-email", st.builds("{}@{}.example".format, label, label))


DOCUMENTS = {"cpf": "52998224725", "cnpj": "11222333000181"}


@schemathesis.hook
def before_call(context, case, kwargs):
    """What no keyword states: check digits, and that a document is of the kind that another field names (`x-format-by`).

    Only values of a valid form are replaced: the sandbox has to refuse the others.
    """
    body = case.body if isinstance(case.body, dict) else {}
    if case.operation.label == "POST /api/v1/pix/out/pixkey":
        key = body.get("pixKey")
        if isinstance(key, str) and re.fullmatch("[0-9]{11}", key):
            body["pixKey"] = DOCUMENTS["cpf"]
        if isinstance(key, str) and re.fullmatch("[0-9A-Z]{12}[0-9]{2}", key):
            body["pixKey"] = DOCUMENTS["cnpj"]
    customer = body.get("customer")
    if case.operation.label == "POST /api/v1/pix/in/qrcode" and isinstance(customer, dict):
        document, kind = customer.get("document"), customer.get("documentType")
        has_form = isinstance(document, str) and re.fullmatch("[0-9]{11}|[0-9]{14}", document)
        if has_form and isinstance(kind, str) and kind in DOCUMENTS:
            customer["document"] = DOCUMENTS[kind]


@schemathesis.hook
def map_path_parameters(context, path_parameters):
    """Half of the lookups are of an object that exists."""
    for name, value in (path_parameters or {}).items():
        known = os.environ.get(f"KNOWN_{name}")
        if known and len(str(value)) % 2 == 0:
            path_parameters[name] = known
    return path_parameters
