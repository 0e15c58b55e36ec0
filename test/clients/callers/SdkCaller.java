import healthtools.HealthTools;
import healthtools.Problem;
import healthtools.types.*;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Calls the server by the Java SDK and prints what came back as JSON. */
public final class SdkCaller {
  public static void main(String[] arguments) throws Exception {
    String url = arguments[0];
    Path hl7 = Path.of(arguments[3]);
    Path dicom = Path.of(arguments[4]);
    Path target = Path.of(arguments[5]);
    HealthTools client = new HealthTools(url, arguments[1]);
    HealthTools slow = new HealthTools(url, arguments[2]);
    HealthTools impatient = new HealthTools(HttpClient.newHttpClient(), url, arguments[2], 0, Duration.ZERO);
    StringBuilder seen = new StringBuilder("{");
    add(seen, "words", client.text().wordCount().run(new TextWordCountInput().text("BP 120/80 mmHg")).words());
    add(seen, "controlId", "\"" + client.hl7().parse().run(new Hl7ParseInput().message(hl7)).controlId() + "\"");
    add(seen, "sop", "\"" + client.dicom().inspect().run(new DicomInspectInput().file(dicom)).sop().className() + "\"");
    add(seen, "units", client.code().ucum().run(new CodeUcumInput().units(List.of("mg", "mL"))).counts().valid());
    var text = new PhiDeidentifyTextInput().text("Seen by Dr. John Smith.".getBytes());
    client.phi().deidentifyText().save(target, text, new PhiDeidentifyTextOptions().policy("safe-harbor"));
    add(seen, "saved", Files.readString(target).contains("Smith"));
    var files = List.of(new Hl7ParseInput().message(hl7), new Hl7ParseInput().message("no message".getBytes()));
    add(seen, "files", client.hl7().parse().batch(files, null).summary());
    var items = List.of(new TextWordCountInput().text("one"), new TextWordCountInput().text("two words"));
    add(seen, "items", client.text().wordCount().batch(items, null).results().get(1).result().words());
    add(seen, "binary", client.dicom().diff().batch(List.of(new DicomDiffInput().left(dicom).right(dicom)), null).summary());
    add(seen, "job", "\"" + client.hl7().validate().start(new Hl7ValidateInput().message(hl7), null, "java-1").await(Duration.ofMinutes(1)).controlId() + "\"");
    add(seen, "batchJob", client.text().wordCount().startBatch(List.of(new TextWordCountInput().text("one")), null).await(Duration.ofMinutes(1)).summary());
    add(seen, "jobs", true);
    try {
      client.hl7().parse().run(new Hl7ParseInput().message("no message"));
    } catch (Problem problem) {
      add(seen, "problem", "[" + problem.status() + ",\"" + problem.code() + "\"," + !problem.requestId().isEmpty() + "]");
    }
    long start = System.nanoTime();
    var words = new TextWordCountInput().text("a b");
    add(seen, "slow", "[" + slow.text().wordCount().run(words).words() + "," + slow.text().wordCount().run(words).words() + "]");
    add(seen, "waited", System.nanoTime() - start >= 500_000_000L);
    try {
      for (int i = 0; i < 2; i++) impatient.text().wordCount().run(words);
    } catch (Problem problem) {
      add(seen, "limited", "[" + problem.status() + "," + problem.isRetryable() + "]");
    }
    Object plan = client.me().get("plan");
    add(seen, "plan", "\"" + (plan instanceof java.util.Map ? ((java.util.Map<?, ?>) plan).get("id") : plan) + "\"");
    System.out.println(seen.append("}"));
  }

  private static void add(StringBuilder seen, String name, Object value) {
    seen.append(seen.length() > 1 ? "," : "").append('"').append(name).append("\":").append(value);
  }
}
