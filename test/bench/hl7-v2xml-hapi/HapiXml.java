// Reads pairs N.er7 and N.xml of a folder with HAPI and writes N.fromxml (our XML as ER7), N.fromer7 (the ER7 as HAPI
// writes it), N.hapi (as XML) and N.again (that XML as ER7).
import ca.uhn.hl7v2.DefaultHapiContext;
import ca.uhn.hl7v2.model.Message;
import ca.uhn.hl7v2.parser.PipeParser;
import ca.uhn.hl7v2.parser.XMLParser;
import ca.uhn.hl7v2.validation.impl.ValidationContextFactory;
import java.nio.file.Files;
import java.nio.file.Path;

public class HapiXml {
  public static void main(String[] args) throws Exception {
    DefaultHapiContext context = new DefaultHapiContext();
    context.setValidationContext(ValidationContextFactory.noValidation());
    context.getParserConfiguration().setPrettyPrintWhenEncodingXml(false);
    context.getParserConfiguration().setXmlDisableWhitespaceTrimmingOnAllNodes(true);

    PipeParser pipe = context.getPipeParser();
    XMLParser xml = context.getXMLParser();
    for (int i = 0; Files.exists(Path.of(args[0], i + ".er7")); i++) {
      Path base = Path.of(args[0], String.valueOf(i));
      Message message;
      try {
        message = pipe.parse(Files.readString(Path.of(base + ".er7")));
        Files.writeString(Path.of(base + ".fromer7"), pipe.encode(message));
      } catch (Exception e) {
        continue;
      }
      try {
        String own = xml.encode(message);
        Files.writeString(Path.of(base + ".hapi"), own);
        Files.writeString(Path.of(base + ".again"), pipe.encode(xml.parse(own)));
      } catch (Exception e) {
        System.err.println(i + " HAPI writes no XML: " + e.getClass().getSimpleName());
      }
      try {
        Files.writeString(Path.of(base + ".fromxml"), pipe.encode(xml.parse(Files.readString(Path.of(base + ".xml")))));
      } catch (Exception e) {
        Files.writeString(Path.of(base + ".fromxml"), "refused: " + e.getMessage());
      }
    }
  }
}
