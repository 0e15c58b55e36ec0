import com.google.gson.Gson;
import com.google.gson.JsonParser;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.*;
import org.openapitools.client.model.*;

/** Calls the server by the client that openapi-generator makes for Java. */
public final class GeneratedJava {
  public static void main(String[] arguments) throws Exception {
    ApiClient client = new ApiClient().setBasePath(arguments[0] + "/v1");
    client.setBearerToken(arguments[1]);
    TextApi text = new TextApi(client);
    ServiceApi service = new ServiceApi(client);
    Hl7Api messages = new Hl7Api(client);
    String message = Files.readString(Path.of(arguments[2]));
    String file = Base64.getEncoder().encodeToString(Files.readAllBytes(Path.of(arguments[3])));
    Map<String, Object> seen = new LinkedHashMap<>();
    seen.put("words", text.textWordCount(new TextWordCountRequest().text("BP 120/80 mmHg"), null, null).getWords());
    seen.put("controlId", call(messages, "hl7Parse", Hl7ParseResult.class, new Hl7ParseRequest().message(message)).getControlId());
    seen.put("found", !call(new PhiApi(client), "phiDetect", PhiDetectResult.class, new PhiDetectRequest().text("Seen by Dr. John Smith.")).getSpans().isEmpty());
    seen.put("valid", call(new CodeApi(client), "codeUcum", CodeUcumResult.class, new CodeUcumRequest().units(List.of("mg", "mL"))).getCounts().getValid());
    seen.put("sop", call(new DicomApi(client), "dicomInspect", DicomInspectResult.class, new DicomInspectRequest()._file(file)).getSop().getClassName());
    TextWordCountBatchItem item = new TextWordCountBatchItem().input(new TextWordCountInput().text("two words"));
    seen.put("batch", text.textWordCountBatch(new TextWordCountBatchRequest().addItemsItem(item), null, null).getResults().get(0).getResult().getWords());
    Job job = text.textWordCountJob(new TextWordCountRequest().text("three more words"), null, null, null);
    while (job.getStatus() == Job.StatusEnum.RUNNING) {
      Thread.sleep(50);
      job = service.describeJob(job.getId());
    }
    seen.put("job", ((Number) ((Map<?, ?>) service.jobResult(job.getId())).get("words")).intValue());
    try {
      call(messages, "hl7Parse", Hl7ParseResult.class, new Hl7ParseRequest().message("no message"));
    } catch (ApiException error) {
      seen.put("problem", List.of(error.getCode(), JsonParser.parseString(error.getResponseBody()).getAsJsonObject().get("code").getAsString()));
    }
    System.out.write(new Gson().toJson(seen).getBytes(StandardCharsets.UTF_8));
    System.out.flush();
  }

  /** Calls an operation without its query parameters, of which there are more with every option of the tool. */
  private static <R> R call(Object api, String operation, Class<R> type, Object body) throws Exception {
    for (Method method : api.getClass().getMethods()) {
      if (!method.getName().equals(operation) || method.getReturnType() != type) continue;
      Object[] arguments = new Object[method.getParameterCount()];
      arguments[0] = body;
      try {
        return type.cast(method.invoke(api, arguments));
      } catch (InvocationTargetException failed) {
        throw (Exception) failed.getCause();
      }
    }
    throw new NoSuchMethodException(operation);
  }
}
