// Validates FHIR R4 resources, one JSON text a line, with HAPI's instance validator: structure, cardinality, invariants and required value sets.
// Prints one line for each error: the line's number, the place and the message.

import ca.uhn.fhir.context.FhirContext;
import ca.uhn.fhir.context.support.DefaultProfileValidationSupport;
import ca.uhn.fhir.validation.FhirValidator;
import ca.uhn.fhir.validation.ResultSeverityEnum;
import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.hl7.fhir.common.hapi.validation.support.CommonCodeSystemsTerminologyService;
import org.hl7.fhir.common.hapi.validation.support.InMemoryTerminologyServerValidationSupport;
import org.hl7.fhir.common.hapi.validation.support.SnapshotGeneratingValidationSupport;
import org.hl7.fhir.common.hapi.validation.support.ValidationSupportChain;
import org.hl7.fhir.common.hapi.validation.validator.FhirInstanceValidator;
import org.hl7.fhir.r5.utils.validation.constants.BestPracticeWarningLevel;

public final class ValidateBundles {
  public static void main(String[] args) throws Exception {
    FhirContext context = FhirContext.forR4();
    ValidationSupportChain support =
        new ValidationSupportChain(
            new DefaultProfileValidationSupport(context),
            new CommonCodeSystemsTerminologyService(context),
            new InMemoryTerminologyServerValidationSupport(context),
            new SnapshotGeneratingValidationSupport(context));
    FhirInstanceValidator module = new FhirInstanceValidator(support);
    module.setAnyExtensionsAllowed(true);
    module.setErrorForUnknownProfiles(false);
    module.setBestPracticeWarningLevel(BestPracticeWarningLevel.Ignore);
    FhirValidator validator = context.newValidator().registerValidatorModule(module);
    int line = 0;
    int invalid = 0;
    long nanos = 0;
    try (BufferedReader reader = Files.newBufferedReader(Path.of(args[0]))) {
      for (String text = reader.readLine(); text != null; text = reader.readLine()) {
        int number = ++line;
        boolean failed = false;
        long start = System.nanoTime();
        var messages = validator.validateWithResult(text).getMessages();
        // The first hundred warm up.
        if (line > 100) nanos += System.nanoTime() - start;
        for (var message : messages) {
          if (message.getSeverity().ordinal() < ResultSeverityEnum.ERROR.ordinal()) continue;
          failed = true;
          System.out.println(number + "\t" + message.getLocationString() + "\t" + message.getMessage().replace('\n', ' '));
        }
        if (failed) invalid++;
      }
    }
    System.out.println("# " + line + " resources, " + invalid + " invalid, " + nanos / 1_000_000 / Math.max(1, line - 100) + " ms each, warm");
  }
}
