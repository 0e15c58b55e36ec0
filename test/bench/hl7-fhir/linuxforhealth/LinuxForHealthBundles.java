// Converts every HL7 v2 file of a folder with LinuxForHealth's converter. Usage: java -cp 'lib/*' LinuxForHealthBundles.java messages bundles
import io.github.linuxforhealth.hl7.HL7ToFHIRConverter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

public final class LinuxForHealthBundles {
  public static void main(String[] args) throws Exception {
    var converter = new HL7ToFHIRConverter();
    int done = 0, failed = 0;
    Files.createDirectories(Path.of(args[1]));
    for (var file : Files.walk(Path.of(args[0])).filter(p -> p.toString().endsWith(".hl7")).sorted().toList()) {
      try {
        var text = Files.readString(file, StandardCharsets.UTF_8);
        var name = file.getFileName().toString().replaceAll("\\.hl7$", ".json");
        Files.writeString(Path.of(args[1], name), converter.convert(text));
        done++;
      } catch (Throwable error) {
        failed++;
      }
    }
    System.err.println(done + " converted, " + failed + " refused");
  }
}
