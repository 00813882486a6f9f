// A program with the client that openapi-generator generates for Java. What it must do is told in test/clients/sample-data.ts.
import com.google.gson.Gson;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.ThreadsApi;
import org.openapitools.client.model.*;

public class Program {
  public static void main(String[] args) throws Exception {
    String name = System.getenv("SKEIN_NAME");
    ApiClient client = new ApiClient();
    client.setBasePath(System.getenv("SKEIN_URL"));
    client.setBearerToken(System.getenv("SKEIN_KEY"));
    ThreadsApi threads = new ThreadsApi(client);

    ThreadCreate create = new ThreadCreate()
        .title("The export is empty")
        .body("The CSV export has been empty since Monday.")
        .requester(new Requester().email(name + "@example.com").name("Ada Lovelace"))
        .priority(PriorityInput.HIGH)
        .tags(List.of(name));
    CreatedThread thread = threads.createThread(create).idempotencyKey(name + "-create").execute().getData();

    List<String> listed = new ArrayList<>();
    String cursor = null;
    do {
      // What was read is written back as it is.
      PriorityInput priority = PriorityInput.fromValue(thread.getPriority().getValue());
      ThreadSearchList page = threads.listThreads().limit(2).priority(priority).cursor(cursor).execute();
      page.getData().forEach(each -> listed.add(each.getId()));
      cursor = page.getMeta().getCursor();
    } while (!cursor.isEmpty());

    ReplyCreate answer = new ReplyCreate().body("We are looking into it.");
    Message reply = threads.replyToThread(thread.getThreadId(), answer).idempotencyKey(name + "-reply").execute().getData();

    String caught = null;
    try {
      threads.getThread("thr_00000000000000000000000000").execute();
    } catch (ApiException refusal) {
      caught = ErrorResponse.fromJson(refusal.getResponseBody()).getError().getCode();
    }
    System.out.println(new Gson().toJson(Map.of("created", thread.getThreadId(), "listed", listed, "replied", reply.getId(), "caught", caught)));
    System.exit(0);
  }
}
