package healthtools;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Requests over java.net.http: files are streamed, and a refusal that names a time is tried again after it. */
final class Transport {
  private final HttpClient http;
  private final String base;
  private final String key;
  private final int retries;
  private final Duration longestWait;

  Transport(HttpClient http, String url, String key, int retries, Duration longestWait) {
    this.http = http;
    this.base = url.replaceAll("/+$", "") + "/v1";
    this.key = key;
    this.retries = retries;
    this.longestWait = longestWait;
  }

  /** What a request sends: a body with its type, and further headers. */
  static final class Sent {
    final Map<String, String> headers = new LinkedHashMap<>();
    BodyPublisher body = BodyPublishers.noBody();

    static Sent nothing() {
      return new Sent();
    }

    static Sent json(Object value) {
      Sent sent = new Sent();
      sent.headers.put("Content-Type", "application/json");
      sent.body = BodyPublishers.ofString(Json.write(value));
      return sent;
    }

    /** @param parts String, byte[] or Path by the names of their parts */
    static Sent form(List<Map.Entry<String, Object>> parts) {
      String boundary = UUID.randomUUID().toString();
      List<BodyPublisher> publishers = new ArrayList<>();
      for (Map.Entry<String, Object> part : parts) {
        // No file name: it may hold the name of a person.
        String file = part.getValue() instanceof String ? "" : "; filename=\"file\"\r\nContent-Type: application/octet-stream";
        publishers.add(BodyPublishers.ofString("--" + boundary + "\r\nContent-Disposition: form-data; name=\"" + part.getKey() + "\"" + file + "\r\n\r\n"));
        publishers.add(publisherOf(part.getValue()));
        publishers.add(BodyPublishers.ofString("\r\n"));
      }
      publishers.add(BodyPublishers.ofString("--" + boundary + "--\r\n"));
      Sent sent = new Sent();
      sent.headers.put("Content-Type", "multipart/form-data; boundary=" + boundary);
      sent.body = BodyPublishers.concat(publishers.toArray(BodyPublisher[]::new));
      return sent;
    }

    Sent with(String name, String value) {
      headers.put(name, value);
      return this;
    }

    private static BodyPublisher publisherOf(Object value) {
      if (value instanceof byte[]) return BodyPublishers.ofByteArray((byte[]) value);
      if (!(value instanceof Path)) return BodyPublishers.ofString(value.toString());
      try {
        return BodyPublishers.ofFile((Path) value);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** @throws Problem unless the status is 2xx */
  InputStream request(String method, String path, Sent sent) {
    for (int attempt = 0; ; attempt++) {
      HttpResponse<InputStream> response = send(method, path, sent);
      if (response.statusCode() / 100 == 2) return response.body();
      Problem problem = Problem.of(response.statusCode(), readText(response.body()));
      long seconds = response.headers().firstValueAsLong("Retry-After").orElse(Long.MAX_VALUE);
      if (attempt >= retries || !problem.isRetryable() || seconds > longestWait.toSeconds()) throw problem;
      pause(Duration.ofSeconds(seconds));
    }
  }

  @SuppressWarnings("unchecked")
  Map<String, Object> requestJson(String method, String path, Sent sent) {
    return (Map<String, Object>) Json.parse(readText(request(method, path, sent)));
  }

  private HttpResponse<InputStream> send(String method, String path, Sent sent) {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + path)).method(method, sent.body);
    request.setHeader("Authorization", "Bearer " + key).setHeader("Accept", "application/json");
    sent.headers.forEach(request::setHeader);
    try {
      return http.send(request.build(), BodyHandlers.ofInputStream());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted", e);
    }
  }

  static void pause(Duration duration) {
    try {
      Thread.sleep(duration.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted", e);
    }
  }

  static String readText(InputStream stream) {
    try (stream) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
