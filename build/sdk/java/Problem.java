package healthtools;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A problem of RFC 9457. GET /v1/problems/{code} says what the code means. */
public final class Problem extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private final transient Map<String, Object> fields;
  private final int status;

  private Problem(int status, Map<String, Object> fields) {
    super(status + " " + fields.getOrDefault("code", "") + ": " + fields.getOrDefault("detail", fields.getOrDefault("title", "")));
    this.status = status;
    this.fields = fields;
  }

  /** Reads an answer; one that is no problem comes from a proxy in between. */
  @SuppressWarnings("unchecked")
  static Problem of(int status, String body) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("title", "The answer is not from health-tools");
    try {
      Object parsed = Json.parse(body);
      if (parsed instanceof Map) fields = (Map<String, Object>) parsed;
    } catch (IllegalArgumentException ignored) {
      // Not JSON: the title says so.
    }
    return new Problem(status, fields);
  }

  public int status() {
    return status;
  }

  public String code() {
    return String.valueOf(fields.getOrDefault("code", ""));
  }

  public String detail() {
    return String.valueOf(fields.getOrDefault("detail", ""));
  }

  public String requestId() {
    return String.valueOf(fields.getOrDefault("requestId", ""));
  }

  public boolean isRetryable() {
    return Boolean.TRUE.equals(fields.get("retryable"));
  }

  /** Where in the input the errors are: maps of pointer, code and detail. */
  public List<?> errors() {
    return fields.get("errors") instanceof List ? (List<?>) fields.get("errors") : List.of();
  }
}
