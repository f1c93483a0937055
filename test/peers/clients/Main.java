import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.function.Consumer;
import pix.ApiClient;
import pix.api.AuthApi;
import pix.api.TransactionsApi;
import pix.api.TransfersApi;
import pix.model.ChargeRequest;
import pix.model.Customer;
import pix.model.DocumentType;
import pix.model.TransferRequest;

public class Main {
  static ApiClient connect(String url, String authorization) {
    Consumer<HttpRequest.Builder> authorize = (request) -> request.header("Authorization", authorization);
    ApiClient client = new ApiClient();
    client.updateBaseUri(url);
    return client.setRequestInterceptor(authorize);
  }

  public static void main(String[] args) throws Exception {
    String url = System.getenv("BASE_URL");
    String pair = System.getenv("API_KEY") + ":" + System.getenv("API_SECRET");
    String basic = "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    String bearer = "Bearer " + new AuthApi(connect(url, basic)).issueToken().getToken();
    ApiClient pix = connect(url, bearer);

    Customer customer = new Customer()
        .name("Maria de Souza")
        .email("maria@example.com")
        .documentType(DocumentType.CPF)
        .document("52998224725");
    ChargeRequest charge = new ChargeRequest().amountInCents(4990L).customer(customer);
    System.out.println("charge " + new TransactionsApi(pix).createCharge(charge).getData().getStatus());

    TransferRequest transfer = new TransferRequest().pixKey("destino@example.com").amount(1000L);
    for (int i = 0; i < 2; i++)
      System.out.println("transfer " + new TransfersApi(pix).createTransfer("one-payout", transfer).getData().getId());

    ApiClient newer = connect(System.getenv("NEWER_URL"), bearer);
    System.out.println("status " + new TransfersApi(newer).getTransfer("trf_1").getData().getStatus());
  }
}
