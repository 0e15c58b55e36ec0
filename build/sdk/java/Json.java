package healthtools;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads and writes JSON: maps, lists, strings, Long, BigDecimal, Boolean and null. */
final class Json {
  private final String text;
  private int at;

  private Json(String text) {
    this.text = text;
  }

  /** @throws IllegalArgumentException with the offset of the first error */
  static Object parse(String text) {
    Json json = new Json(text);
    Object value = json.value(0);
    json.blanks();
    if (json.at < text.length()) throw json.broken();
    return value;
  }

  private Object value(int depth) {
    blanks();
    if (at >= text.length() || depth > 1000) throw broken();
    char first = text.charAt(at);
    if (first == '{') return object(depth);
    if (first == '[') return list(depth);
    if (first == '"') return string();
    if (word("true")) return true;
    if (word("false")) return false;
    if (word("null")) return null;
    return number();
  }

  private Map<String, Object> object(int depth) {
    Map<String, Object> members = new LinkedHashMap<>();
    at++;
    if (next('}')) return members;
    do {
      blanks();
      if (at >= text.length() || text.charAt(at) != '"') throw broken();
      String name = string();
      if (!next(':')) throw broken();
      members.put(name, value(depth + 1));
    } while (next(','));
    if (!next('}')) throw broken();
    return members;
  }

  private List<Object> list(int depth) {
    List<Object> entries = new ArrayList<>();
    at++;
    if (next(']')) return entries;
    do {
      entries.add(value(depth + 1));
    } while (next(','));
    if (!next(']')) throw broken();
    return entries;
  }

  private String string() {
    int end = ++at;
    while (end < text.length() && text.charAt(end) != '"' && text.charAt(end) != '\\') end++;
    if (end < text.length() && text.charAt(end) == '"') {
      String plain = text.substring(at, end);
      at = end + 1;
      return plain;
    }
    StringBuilder built = new StringBuilder();
    while (at < text.length()) {
      char next = text.charAt(at++);
      if (next == '"') return built.toString();
      built.append(next == '\\' ? escape() : next);
    }
    throw broken();
  }

  private char escape() {
    if (at >= text.length()) throw broken();
    char kind = text.charAt(at++);
    switch (kind) {
      case 'b': return '\b';
      case 'f': return '\f';
      case 'n': return '\n';
      case 'r': return '\r';
      case 't': return '\t';
      case '"': case '\\': case '/': return kind;
      case 'u':
        if (at + 4 > text.length()) throw broken();
        at += 4;
        return (char) Integer.parseInt(text.substring(at - 4, at), 16);
      default: throw broken();
    }
  }

  private Object number() {
    int start = at;
    while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) at++;
    String digits = text.substring(start, at);
    try {
      return digits.matches("-?\\d{1,18}") ? (Object) Long.valueOf(digits) : new BigDecimal(digits);
    } catch (NumberFormatException e) {
      throw broken();
    }
  }

  private boolean word(String word) {
    if (!text.startsWith(word, at)) return false;
    at += word.length();
    return true;
  }

  private boolean next(char wanted) {
    blanks();
    if (at >= text.length() || text.charAt(at) != wanted) return false;
    at++;
    return true;
  }

  private void blanks() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
  }

  /** The offset alone: the text may be about persons. */
  private IllegalArgumentException broken() {
    return new IllegalArgumentException("Invalid JSON at offset " + at);
  }

  static String write(Object value) {
    StringBuilder built = new StringBuilder();
    write(value, built);
    return built.toString();
  }

  private static void write(Object value, StringBuilder built) {
    if (value instanceof JsonObject) write(((JsonObject) value).fields(), built);
    else if (value instanceof Map) writeMembers((Map<?, ?>) value, built);
    else if (value instanceof Iterable) writeEntries((Iterable<?>) value, built);
    else if (value == null || value instanceof Boolean || value instanceof Number) built.append(value);
    else writeString(value.toString(), built);
  }

  private static void writeMembers(Map<?, ?> members, StringBuilder built) {
    String separator = "{";
    for (Map.Entry<?, ?> member : members.entrySet()) {
      built.append(separator);
      writeString(member.getKey().toString(), built);
      built.append(':');
      write(member.getValue(), built);
      separator = ",";
    }
    built.append(members.isEmpty() ? "{}" : "}");
  }

  private static void writeEntries(Iterable<?> entries, StringBuilder built) {
    built.append('[');
    boolean isFirst = true;
    for (Object entry : entries) {
      if (!isFirst) built.append(',');
      write(entry, built);
      isFirst = false;
    }
    built.append(']');
  }

  private static void writeString(String string, StringBuilder built) {
    built.append('"');
    for (int i = 0; i < string.length(); i++) {
      char c = string.charAt(i);
      if (c == '"' || c == '\\') built.append('\\').append(c);
      else if (c < ' ') built.append(String.format("\\u%04x", (int) c));
      else built.append(c);
    }
    built.append('"');
  }
}
