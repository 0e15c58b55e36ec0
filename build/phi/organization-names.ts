// Names of hospitals, insurers, employers, shops and schools that stand in records without a word that says what they are; written for the project.
// A name that is an English word, too, counts only behind a preposition, see src/formats/phi/layers/known-organizations.ts.

export const MORE_ORGANIZATIONS = `
akumin|radnet|simonmed|rayus|shields mri|lahey|athletico|ati physical therapy|select physical therapy|banfield|vca|bluepearl|boston ivf|shady grove|ccrm|rma|kindbody|atria|sunrise senior|brightview|
renown|harborview|overlake|evergreenhealth|virginia mason|good sam|legacy emanuel|legacy good samaritan|salem health|asante|st charles|kootenai|deaconess|sacred heart|billings clinic|logan health|bozeman deaconess|portneuf|
eastern idaho|st luke's|saint alphonsus|lds hospital|primary children's|university of utah|alta view|sunrise|summerlin|umc|spring valley|valley hospital|honorhealth|abrazo|phoenix children's|tucson medical|carondelet|lovelace|
uchealth|anschutz|national jewish|swedish medical|swedish edmonds|swedish first hill|craig hospital|denver health|poudre valley|memorial central|avera|monument health|altru|trinity minot|mercyhealth|nebraska medicine|bryan|chi health|stormont vail|
ku med|research medical|cox south|mercy springfield|st francis|hillcrest|saint francis|ou medical|arkansas children's|uams|willis-knighton|tulane|touro|university medical|our lady of the lake|
umc jackson|forrest general|usa health|huntsville hospital|st vincent's|princeton baptist|uab|grady|piedmont|northside|shepherd center|phoebe putney|memorial health|shands|uf health|mayo jacksonville|moffitt|tgh|bayfront|
jackson south|baptist miami|mercy miami|nicklaus|memorial west|broward health|holy cross|jfk medical|good samaritan|st mary's|lakeland regional|halifax|advent orlando|nemours|levine children's|carolinas medical|wake forest|duke|duke regional|
unc rex|mission hospital|cone health|vidant|ecu health|mcleod|roper|ralph h johnson|lexington medical|greenville memorial|uva|vcu|carilion|sentara|inova|inova fairfax|riverside regional|hershey|lehigh valley|geisinger danville|
st luke's bethlehem|reading hospital|einstein|penn presbyterian|hup|fox chase|thomas jefferson|crozer|allegheny general|west penn|children's pittsburgh|robert wood johnson|rwj|rwjbarnabas|st barnabas|overlook|
morristown medical|valley ridgewood|hss|hospital for special surgery|weill cornell|columbia presbyterian|nyp|mount sinai west|elmhurst|jacobi|kings county|coney island hospital|maimonides|north shore|long island jewish|stony brook|white plains hospital|
albany med|strong memorial|highland hospital|crouse|upstate|roswell park|ecmc|kaleida|glens falls|uvm|dhmc|elliot|cmmc|mercy portland|eastern maine|lowell general|lawrence general|baystate|cooley dickinson|st elizabeth's|
boston medical|tufts medical|boston children's|dana farber|mass eye and ear|newton-wellesley|north shore medical|south shore hospital|cape cod hospital|rhode island hospital|women and infants|kent hospital|hartford healthcare|st raphael|
bridgeport hospital|danbury hospital|university hospitals|metrohealth|summa|akron general|aultman|osu|riverside methodist|mount carmel|nationwide children's|kettering|miami valley|cincinnati children's|christ hospital|bethesda north|toledo hospital|
promedica|st rita's|iu health|methodist indianapolis|eskenazi|parkview|corewell|butterworth|bronson|borgess|sparrow|mclaren|hurley|beaumont|sinai-grace|michigan medicine|u of m|rush|loyola|lurie|
cook county|stroger|northshore evanston|advocate christ|edward hospital|cadence|central dupage|osf|carle|hshs|sarah bush|memorial springfield|barnes|ssm|mercy st louis|boone|mu health|iowa methodist|mercyone|gundersen|
aurora sinai|froedtert|marshfield|bellin|thedacare|mayo rochester|abbott northwestern|hcmc|north memorial|gillette|essentia|st cloud hospital|cedars|cedars-sinai|city of hope|keck|harbor-ucla|olive view|lac usc|huntington|
hoag|choc|loma linda|arrowhead|eisenhower|desert regional|sharp grossmont|scripps mercy|palomar|tri-city|rady|cottage|marian regional|sierra vista|natividad|chomp|stanford|lucile packard|el camino|good samaritan|o'connor|
valley medical|sfgh|zuckerberg|cpmc|alta bates|john muir|kaiser oakland|uc davis|mercy general|sutter roseville|enloe|mercy redding|queens medical|straub|kapiolani|hilo medical|providence alaska|fred hutch|fred hutchinson|
seattle children's|menard|pelican bay|san quentin|rikers|folsom prison|sing sing|joliet|stateville|huntsville unit|angola|attica|leavenworth|
freeman hospital|addenbrooke's|john radcliffe|queen's medical|st george's|st mary's|king's college|chelsea and westminster|royal free|uclh|barts|royal london|homerton|guys|st thomas|royal victoria|western general|southern general|
monklands|ninewells|raigmore|princess alexandra|alder hey|christie|wythenshawe|leeds general|jimmy's|bellvitge|vall d'hebron|puerta de hierro|doce de octubre|ramón y cajal|niguarda|careggi|rigshospitalet|sahlgrenska|ullevål|erasmus mc|radboud|
mount sinai toronto|sunnybrook|st michael's|toronto general|princess margaret|vgh|foothills|mcmaster|
molina healthcare|wellmark|medical mutual|florida blue|horizon blue|carefirst|independence blue|premera blue|excellus|univera|mvp health|emblem|healthfirst|metroplus|affinity health|delta dental|guardian dental|vsp|eyemed|davis vision|
bright health|clover health|devoted health|alignment health|scan health|la care|healthnet|iehp|partnership healthplan|calviva|chorus community|quartz|dean health|unitypoint|presbyterian health|christus health plan|superior healthplan|sunshine health|peach state|buckeye health|
the hartford|zurich|aig|chubb|gallagher bassett|broadspire|corvel|esis|state fund|
dutch bros|
bi-mart|fred meyer|winco|smith's|ralphs|vons|
food 4 less|stater bros|raley's|save mart|stop and shop|market basket|hannaford|price chopper|big y|shaw's|marc's|hyvee|schnucks|dierbergs|jewel-osco|mariano's|harris teeter|bi-lo|ingles|lucky's|

tyson|jbs|cargill|smithfield|seaboard|conagra|kraft heinz|kellogg|frito-lay|nabisco|anheuser-busch|molson coors|us steel|bethlehem steel|alcoa|nucor|bnsf|union pacific|csx|norfolk southern|metro-north|amtrak|septa|bart|
schneider|j.b. hunt|werner|knight-swift|old dominion|yellow freight|xpo|fedex ground|newport news shipbuilding|electric boat|general dynamics|bath iron works|huntington ingalls|grumman|pratt & whitney|rolls-royce|tsa|
u-haul|waste management|republic services|servicemaster|sodexo|aramark|compass group|allied universal|securitas|g4s|adecco|manpower|kelly services|robert half|iqvia|parexel|syneos|covance|icon plc|medpace|mckesson|cardinal health|
amerisourcebergen|owens & minor|kci|rotech|adapthealth|numotion|national seating|aerocare|option care|coram|accredo|diplomat pharmacy|biologics|quest|spectra|exact sciences|genedx|illumina|color genomics|23andme|ancestry|
kiddie kampus|kindercare|bright horizons|la petite|goddard school|primrose|ymca camp|bluebird|kumon|sylvan|juilliard|berklee|oberlin|swarthmore|bowdoin|gonzaga|marquette|
notre dame|penn state|ohio state|michigan state|florida state|texas tech|texas a&m|virginia tech|georgia tech|cal poly|cal state|lsu|byu|smu|usc|unlv|uconn|umass|suny|cuny|rutgers|villanova|brown university
`

/** Short names of cities, quarters and stretches of land, as people say them. */
export const PLACE_NICKNAMES = `
nyc|philly|socal|norcal|bay area|vegas|frisco|nola|the bronx|bronx|brooklyn|manhattan|queens|staten island|harlem|flatbush|bushwick|astoria|flushing|tribeca|ozarks|adirondacks|catskills|poconos|appalachia|outer banks|cape cod|
martha's vineyard|nantucket|long island|hamptons|jersey shore|south philly|fishtown|rust belt|panhandle|delmarva|tidewater|hampton roads|research triangle|triad|lowcountry|delta|bayou|hill country|rio grande valley|permian basin|
upper peninsula|thumb|northwoods|iron range|twin cities|quad cities|chicagoland|southside|wicker park|bronzeville|back bay|southie|dorchester|roxbury|mattapan|beacon hill|capitol hill|ballard|rainier valley|tri-cities|inland empire|
central valley|high desert|mojave|sunset district|mission district|tenderloin|venice beach|echo park|boyle heights|east la|watts|compton|koreatown|north shore|oahu|maui|kauai|big island|kenai|mat-su|navajo nation|pine ridge|rosebud|
standing rock|black hills|flathead|bitterroot|smokies|blue ridge|shenandoah|eastern shore|western slope|front range|yellowstone|yosemite|lake tahoe|tahoe|lake havasu|lake placid|hilton head|myrtle beach|key west|the villages|
shoreditch|peckham|brixton|hackney|tottenham|camden|gorbals|govan|leith|toxteth|moss side|cotswolds|norfolk broads|lake district|isle of wight|isle of man|guernsey|jersey|cabo|cancun|punta cana|bali|phuket
`
