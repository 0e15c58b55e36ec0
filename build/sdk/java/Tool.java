package healthtools;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * One tool of the server. A document as text travels as JSON; bytes and paths travel as a form, and files are streamed.
 *
 * @param <I> input
 * @param <O> options
 * @param <R> result
 * @param <B> result of a batch
 */
public final class Tool<I extends JsonObject, O extends JsonObject, R, B> {
  private final Transport transport;
  private final String path;
  private final String main;
  private final Map<String, String[]> documents;
  private final Function<Map<String, Object>, R> result;
  private final Function<Map<String, Object>, B> batchResult;

  /** @param documents fields that may be files: the name of their part, and text or bytes */
  Tool(Transport transport, String id, String main, Map<String, String[]> documents, Function<Map<String, Object>, R> result, Function<Map<String, Object>, B> batchResult) {
    this.transport = transport;
    this.path = "/tools/" + id;
    this.main = main;
    this.documents = documents;
    this.result = result;
    this.batchResult = batchResult;
  }

  public R run(I input) {
    return run(input, null);
  }

  public R run(I input, O options) {
    return result.apply(transport.requestJson("POST", path, sent(input, options)));
  }

  /** Runs the tool and writes the file that it makes. */
  public void save(Path target, I input, O options) {
    try (InputStream answer = transport.request("POST", path + "?output=file", sent(input, options).with("Accept", "*/*"))) {
      Files.copy(answer, target, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Runs the tool on many inputs. Each result has a status of its own. */
  public B batch(List<I> inputs, O options) {
    return batchResult.apply(transport.requestJson("POST", path + "/batch", sentBatch(inputs, options)));
  }

  /** Runs the tool as a job. */
  public Job<R> start(I input, O options) {
    return new Job<>(transport, transport.requestJson("POST", path + "/jobs", sent(input, options)), result);
  }

  /** Runs the tool as a job: the same key with the same request gives the same job again. */
  public Job<R> start(I input, O options, String idempotencyKey) {
    Transport.Sent sent = sent(input, options).with("Idempotency-Key", idempotencyKey);
    return new Job<>(transport, transport.requestJson("POST", path + "/jobs", sent), result);
  }

  /** Runs a batch as a job. */
  public Job<B> startBatch(List<I> inputs, O options) {
    return new Job<>(transport, transport.requestJson("POST", path + "/batch/jobs", sentBatch(inputs, options)), batchResult);
  }

  private Transport.Sent sent(I input, O options) {
    if (input.fields().values().stream().noneMatch(Tool::isFile)) {
      Map<String, Object> body = new LinkedHashMap<>(input.fields());
      if (options != null) body.put("options", options);
      return Transport.Sent.json(body);
    }
    List<Map.Entry<String, Object>> parts = new ArrayList<>();
    input.fields().forEach((name, value) -> parts.add(Map.entry(documents.containsKey(name) ? documents.get(name)[0] : name, partOf(value))));
    if (options != null) parts.add(Map.entry("options", Json.write(options)));
    return Transport.Sent.form(parts);
  }

  private Transport.Sent sentBatch(List<I> inputs, O options) {
    boolean areFiles = !inputs.isEmpty() && inputs.stream().allMatch(input -> input.fields().size() == 1 && isFile(input.fields().get(main)));
    if (areFiles) {
      List<Map.Entry<String, Object>> parts = new ArrayList<>();
      for (I input : inputs) parts.add(Map.entry("file", input.fields().get(main)));
      if (options != null) parts.add(Map.entry("options", Json.write(options)));
      return Transport.Sent.form(parts);
    }
    List<Object> items = new ArrayList<>();
    for (I input : inputs) items.add(Map.of("id", String.valueOf(items.size()), "input", plain(input)));
    Map<String, Object> body = new LinkedHashMap<>();
    if (options != null) body.put("options", options);
    body.put("items", items);
    return Transport.Sent.json(body);
  }

  private Map<String, Object> plain(I input) {
    Map<String, Object> fields = new LinkedHashMap<>();
    input.fields().forEach((name, value) -> fields.put(name, isFile(value) ? textOf(name, value) : value));
    return fields;
  }

  private String textOf(String name, Object value) {
    try {
      byte[] bytes = value instanceof Path ? Files.readAllBytes((Path) value) : (byte[]) value;
      boolean isBinary = documents.get(name)[1].equals("bytes");
      return isBinary ? Base64.getEncoder().encodeToString(bytes) : new String(bytes, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Object partOf(Object value) {
    return isFile(value) || value instanceof String ? value : Json.write(value);
  }

  private static boolean isFile(Object value) {
    return value instanceof Path || value instanceof byte[];
  }
}
