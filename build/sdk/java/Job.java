package healthtools;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.function.Function;

/**
 * A call that is answered later. Its result is kept on the server for a while, in memory only.
 *
 * @param <R> result
 */
public final class Job<R> {
  private final Transport transport;
  private final Function<Map<String, Object>, R> result;
  private Map<String, Object> fields;

  Job(Transport transport, Map<String, Object> fields, Function<Map<String, Object>, R> result) {
    this.transport = transport;
    this.fields = fields;
    this.result = result;
  }

  public String id() {
    return (String) fields.get("id");
  }

  /** running, succeeded or failed, as of the last refresh. */
  public String status() {
    return (String) fields.get("status");
  }

  public Job<R> refresh() {
    fields = transport.requestJson("GET", "/jobs/" + id(), Transport.Sent.nothing());
    return this;
  }

  /**
   * Waits for the result.
   *
   * @throws Problem if the call failed
   * @throws IllegalStateException if it is not done in time
   */
  public R await(Duration timeout) {
    Instant end = Instant.now().plus(timeout);
    long milliseconds = 50;
    while (status().equals("running")) {
      if (Instant.now().isAfter(end)) throw new IllegalStateException("The job is still running.");
      Transport.pause(Duration.ofMillis(milliseconds));
      milliseconds = Math.min(2000, milliseconds * 3 / 2);
      refresh();
    }
    return result.apply(transport.requestJson("GET", "/jobs/" + id() + "/result", Transport.Sent.nothing()));
  }

  /** Stops the job and deletes its result. */
  public void cancel() {
    Transport.readText(transport.request("DELETE", "/jobs/" + id(), Transport.Sent.nothing()));
  }
}
