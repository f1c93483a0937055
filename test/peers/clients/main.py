import os

import httpx
from pix.api.auth import issue_token
from pix.api.transactions import create_charge
from pix.api.transfers import create_transfer, get_transfer
from pix.client import AuthenticatedClient, Client
from pix.models import ChargeRequest, Customer, DocumentType, TransferRequest

url = os.environ["BASE_URL"]
basic = httpx.BasicAuth(os.environ["API_KEY"], os.environ["API_SECRET"])
token = issue_token.sync(client=Client(base_url=url, httpx_args={"auth": basic})).token
pix = AuthenticatedClient(base_url=url, token=token)

customer = Customer(
    name="Maria de Souza",
    email="maria@example.com",
    document_type=DocumentType.CPF,
    document="52998224725",
)
charge = create_charge.sync(client=pix, body=ChargeRequest(amount_in_cents=4990, customer=customer))
print("charge", charge.data.status)

for _ in range(2):
    body = TransferRequest(pix_key="destino@example.com", amount=1000)
    print("transfer", create_transfer.sync(client=pix, body=body, x_idempotency_key="one-payout").data.id)

newer = AuthenticatedClient(base_url=os.environ["NEWER_URL"], token=token)
print("status", get_transfer.sync("trf_1", client=newer).data.status)
