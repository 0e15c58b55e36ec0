// Words whose syllables the rules of spelling miss, by their number. Regular plurals, pasts, participles and adverbs of them are derived from these.
// Units and titles are counted as they are read aloud.

const LISTS: Readonly<Record<number, string>> = {
  1: `aches aisle isle lb lbs ms priest st`,
  2: `acme acne acre ague backaches biped bluish business cafe cashier centre chocolate coerce congeal crooked diamond earaches elsewhere
    embed evening every farewell fibre frontier glacier headaches heartaches hundred interest ion jagged joey kindred leonard
    liar lion litre lucre maybe metre mrs naive naked noel ocean ogre platelet premier ragged really rosewood rugged ruin sacred scion
    soldier timeout toothaches triage vineyard wednesday whereas wicked william wretched`,
  3: `adobe alien ammonia anion anyone apache axiom beforehand behaviour cation caveat coercion comfortable deity element
    everyday everything everywhere genuine heroin heroine hyena infrared interested interesting karate kg laity lineage linear
    mg moreover myelin nuclear nucleic oasis placebo pneumonia recipe sclerae seity separately sesame stomachaches subtly syncope
    tenement theatre toxoid valuable vasculature vegetable whoever`,
  4: `apostrophe atomoxetine biennial california catastrophe cm diabetes dyspepsia enthusiast epitome everybody facsimile fluoridate
    fluoxetine foreseeable hyperbole km kpa mediocre millilitre ml mm veterinary`,
  5: `ambiguity intraocular tracheostomy`,
  6: `gastroenteritis gastrointestinal thromboembolic thromboembolism`,
  7: `gastroenterologist gastroenterology gastroesophageal`,
}

export const SYLLABLE_EXCEPTIONS: ReadonlyMap<string, number> = new Map(
  Object.entries(LISTS).flatMap(([count, words]) => words.split(/\s+/).map((word) => [word, Number(count)] as const)),
)
