package healthtools;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** An object of the API: its fields, of which the subclasses name the known ones. */
public class JsonObject {
  private final Map<String, Object> fields;

  public JsonObject() {
    this(new LinkedHashMap<>());
  }

  public JsonObject(Map<String, Object> fields) {
    this.fields = fields;
  }

  /** All fields, those that a later version of the server adds among them. */
  public Map<String, Object> fields() {
    return fields;
  }

  @Override
  public String toString() {
    return Json.write(fields);
  }

  protected void put(String name, Object value) {
    fields.put(name, value);
  }

  protected String textAt(String name) {
    Object value = fields.get(name);
    return value instanceof String ? (String) value : null;
  }

  protected Long integerAt(String name) {
    Object value = fields.get(name);
    return value instanceof Number ? ((Number) value).longValue() : null;
  }

  protected Double decimalAt(String name) {
    Object value = fields.get(name);
    return value instanceof Number ? ((Number) value).doubleValue() : null;
  }

  protected Boolean flagAt(String name) {
    Object value = fields.get(name);
    return value instanceof Boolean ? (Boolean) value : null;
  }

  protected Object anyAt(String name) {
    return fields.get(name);
  }

  protected <T> T objectAt(String name, Function<Map<String, Object>, T> make) {
    return objectOf(fields.get(name), make);
  }

  protected <T> List<T> objectsAt(String name, Function<Map<String, Object>, T> make) {
    List<T> entries = new ArrayList<>();
    if (!(fields.get(name) instanceof List)) return null;
    for (Object entry : (List<?>) fields.get(name)) entries.add(objectOf(entry, make));
    return entries;
  }

  @SuppressWarnings("unchecked")
  protected <T> List<T> listAt(String name) {
    return fields.get(name) instanceof List ? (List<T>) fields.get(name) : null;
  }

  @SuppressWarnings("unchecked")
  protected Map<String, Object> mapAt(String name) {
    return fields.get(name) instanceof Map ? (Map<String, Object>) fields.get(name) : null;
  }

  @SuppressWarnings("unchecked")
  private static <T> T objectOf(Object value, Function<Map<String, Object>, T> make) {
    return value instanceof Map ? make.apply((Map<String, Object>) value) : null;
  }
}
