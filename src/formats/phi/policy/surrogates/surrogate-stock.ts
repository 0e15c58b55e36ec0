// Parts of which family names, towns and streets of surrogates are put together, by language. Written for this project. All are ASCII, which
// every character set of a document holds. What the parts give and somebody bears is left out by build/surrogates/surrogate-tables.ts.

export const SURROGATE_LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt'] as const
export type SurrogateLanguage = (typeof SURROGATE_LANGUAGES)[number]

export interface SurrogateParts {
  readonly beginnings: readonly string[]
  /** Of family names. */
  readonly families: readonly string[]
  /** Of towns. */
  readonly towns: readonly string[]
}

const list = (text: string): readonly string[] => text.trim().split(/\s+/)

export const SURROGATE_PARTS: Readonly<Record<SurrogateLanguage, SurrogateParts>> = {
  en: {
    beginnings: list(
      'Alder Amber Ash Aspen Barley Barrow Beck Birch Black Bram Bran Briar Bright Brook Burn Cald Carr Cedar Chal Clay Clover Copper Crag Cran Crom Dale Dar Dun Eagle Elder Elm Ever Fair Fallow Farn Fen Fern Flint Fox Frost Gar Glen Gold Gran Green Grim Hal Ham Har Hart Haw Hazel Heath Hollow Holm Kes King Lang Lark Lind Lock Lyn Marl Mel Mill Mor Moss North Oak Pem Pen Quin Raven Red Rock Rose Row Sand Sel Shel Stan Star Sten Stone Swan Tal Thorn Tren Under Wake Wal War West Whit Wick Wil Win Wood Wor York',
    ),
    families: list(
      'acre beck borough bourne bridge brook burn bury by caster cliffe combe cote cott croft dale den dene don field ford gate gill grave ham hampton hart haven head hill holme holt hope how hurst ingham kirk land lake ley lock low man mead mere mond moor more mount ness ridge rick rigg sett shaw side stead ston stone stow thorpe thwaite ton tree vale wald ward well wick win wold wood worth wright wyn yard',
    ),
    towns: list(
      'bourne bridge brook bury combe cross dale field ford gate glen ham haven heath hollow holt hurst mere mont moor port ridge stead view',
    ),
  },
  de: {
    beginnings: list(
      'Ahorn Amsel Auen Bachen Berg Birken Blumen Brand Breiten Brunnen Buchen Dachs Distel Dorn Eber Eichen Eisen Erlen Eschen Falken Feld Fichten Finken Forst Frei Garten Gold Grau Hagen Halm Hasel Heide Hecken Hirsch Hoch Holder Hopfen Kalten Kamp Kiefern Kirsch Klee Korn Kranich Lang Lerchen Lichten Linden Luchs Mai Marder Moos Nessel Nuss Ober Ostern Quellen Raben Reb Reiher Rosen Rotten Sand Schilf Schlehen Silber Sommer Sonnen Stein Storch Tannen Tau Ulmen Unter Wachtel Weiden Weiler Weizen Wiesen Winter Zedern',
    ),
    families: list(
      'acker anger auer bacher bauer baum beck berger bichler born brink bronner brunner burger busch dammer dorfer eck egger felder fels furtner gartner graber gruber halder hammer hauser heimer hofer holzer horner huber hutter kamp kofler kotter lacher lander lechner leitner linger loher mair mann meier moser ner ohler pichler pointner rainer rather rauch reiter rieder rother sasser schmid seder siedler staller steiner thaler trautner wald wanger weber weger weiher wieser winkler zinger',
    ),
    towns: list(
      'ach au bach berg born brunn burg dorf feld furt hausen heim hofen horst ingen kirchen leben reuth rode stedt tal wald weiler winkel',
    ),
  },
  fr: {
    beginnings: list(
      'Ar Au Beau Bel Bois Bon Bour Brai Bru Cham Champ Chan Chante Chas Clair Clos Cour Dau Dela Des Fau Ferr Fleur Fon Four Fran Gail Gar Gran Gri Haute Jar Lan Lar Lau Lav Len Mal Mar Mas Mau Mer Mon Mont Mor Mou Nan Neu Noir Pas Per Pier Plan Pom Pont Pra Rai Ren Roche Rou Saul Sava Sen Tail Ter Tour Val Van Vau Ver Vigne Ville Viro Voi',
    ),
    families: list(
      'baud bert bois bonnet bourg brac camp cel champ chard clair court cour dard deau dieu dreau fort gnac gnard goin gueux iac ier igny illac illard incourt issac lac lain land lard lebon let leuil lier lieu lin long loup mard mont nac nard neau net nin not oux pagne pierre pin preau quet rac rain rand raud ray reau rel rin rois roux sac sart sey sier teau tel thier tin tois toux val vain vert vier villier vin voie',
    ),
    towns: list(
      'ac argues aux bourg cey champ clos court euil fay gnan gny ieres ignac ignon incourt lieu mont oye sart vaux vert ville villers',
    ),
  },
  es: {
    beginnings: list(
      'Abe Agua Alba Alcon Alme Alta Ander Aran Arbe Arro Bel Bena Bermu Bra Bur Cabe Cala Cama Campo Canta Carba Carre Casta Cebri Cerva Cifu Colme Corra Coru Cuer Dehe Enci Escal Espi Este Fon Fres Fuen Gala Garri Gran Guada Her Hino Jara Ladri Lare Lobe Made Mala Man Mar Mira Mon Mora Nava Oli Orde Pal Para Pede Pere Pina Poza Que Rama Reba Ribe Robla Rosa Sala San Sobra Sola Tala Terra Torre Valde Vela Villa Zarza Zumal',
    ),
    families: list(
      'balbo barro bel bello beros billo blanca brero bueno cedo cejo cillo cina corta cosa cueros dal dana dera des dilla dizo dondo duero fria fuente gales gordo guera gueros huela huete jano jares jero jon lada lara lares ledo lejo lera leros lida linos llano lmos longa macho mares mayor mejo mero mojo monte mora negra neda nedo nero nilla orza pardo peral piedra quero quilla ral rana redo rejo rena rillo roble rosa sano seco sende tales tejo tero tilla toro valle verde vieja zano zedo',
    ),
    towns: list(
      'bares bril celada cillos dales dejo druna gamo guilla jales lejos lmeda luenga mediana mudia nejos nuela queda quijo reda rilla saga teruela zuela',
    ),
  },
  it: {
    beginnings: list(
      'Acqua Alba Amba Ange Arca Arma Bal Bar Bel Bene Ber Bian Bon Bor Bra Bru Caccia Cal Cam Campo Can Cap Car Casta Cata Ceri Ciar Col Cor Cre Dal Del Fer Fio Fon Fra Gal Gar Ghi Gia Gra Gri Gua Lan Leo Lom Mal Man Mar Mas Mel Mon Monte Mor Ori Pal Pan Pas Pie Pra Sal San Sca Ser Sil Spa Tarta Ter Tor Tra Val Vene Vol Zam',
    ),
    families: list(
      'baldi bardi bassi belli bertoni betti bianco bini boni botti brini calli carri celli chetti chini ciotti coli corti dalli danti delli dini doni fanti ferri fini fiori folli gatti ghetti gini gnoli gnoni goli grani lacchi landri larini lazzi letti lingeri lotti lucci magni marchi marini melli menti miglio minali monti nardi neschi netti nicci noli notti panti petti piani pini poletti ralli randi razzi relli resi rini ronchi rossi salli santi selli spini stelli tani telli tieri tini toli tucci vadi valli velli vigni vini zani zoni',
    ),
    towns: list(
      'bate biano bosco brate cengo cigliano dasco dello fratta gnano lengo lino lonico masco nago nengo piana rasco ratico rezzo tengo trona vello zasco',
    ),
  },
  nl: {
    beginnings: list(
      'Aalder Achter Akker Amel Baak Berken Bever Biezen Bloem Boek Boom Bosch Braam Broek Brink Dal Dijk Drie Duin Eek Eiken Elzen Essen Geer Gras Groen Haag Haver Heide Hengst Hof Hooi Horst Hulst Iepen Kamper Kerk Klaver Klooster Koren Kreek Kruis Laar Lange Leeuwen Linde Lis Maan Meer Molen Noorder Olm Ooster Oude Paarden Poel Riet Rog Roos Ruig Slag Spaar Steen Ster Tarwe Terp Turf Uiter Varen Veen Ven Vliet Vlier Vos Waal Water Weide Wester Wilgen Winter Zand Zee Zilver Zomer Zwaan',
    ),
    families: list(
      'aar aerts akker berg boer boogaard boom borg bosch braak brand bregt broek brugge burg dam deel dijk doorn drecht eind ers feld gaarde gat geest hagen ham haven heer hof horst houder huis huizen hut inga jans kamp ker kerke kens kes kroon laan land lee link loo maat man mans meijer mond oord pas plas poort rade reus rijk sloot sma smit stede stein stel stra straten tuin vang veld ven voort waard wegen werf wijk woud zaal zicht zijl zoon',
    ),
    towns: list(
      'apel berg beek broek dam donk drecht geest gouw haren horst hoven kerke laar loo meden oord rade stede terp veen wijk woude zijl',
    ),
  },
  pt: {
    beginnings: list(
      'Abran Agua Albu Alen Alva Amei Aran Arru Atal Avei Azam Bar Bei Bor Bra Brun Cab Cam Can Car Cas Cor Cou Cri Dou Esp Far Fei Fer Fol Fon Fra Fri Gal Gar Gou Gui Hen Jun Lam Lar Lei Lou Mac Mal Man Mar Mei Mes Mon Mor Nei Nor Oli Our Pal Per Pes Pin Por Pra Qui Rab Reb Rib Ros Sam San Ser Sil Sou Tav Tei Tor Tra Val Vei Ver Vid Vil Xar',
    ),
    families: list(
      'adeiro agudo albo alves ambre amenho andeira anheda aques areda arinho aredo astro atela audo aveiro azeda bela beiro bosa cedo ceira celos colmo dais deiro delgo domil elhas endres erneda escal esteves evedo feito fonte gadas galho goso gueiro iaga icedo ilhares inhal inheira isgo lares ledo leiro lha lobo longo mada meda melos mil monte mor nelas neiro nheda nhos oeira olmo ornelas osendo oural padas peiro queda queiro quinho redo rego reira rinho rosa sedo seiro sela soeiro telha toso uais uedo ufe valde veda veiro xede zinho',
    ),
    towns: list(
      'abril adela agosa aldeia alhal ancelhe aneiros arelho atos avelas edinho eirosa elgas elhosa esqueira idanha ijoso inhais ogueda omil osela ouca ufeda zelhe',
    ),
  },
}

/** Spanish and Portuguese given names beside those of the lists of build/surrogates/surrogate-tables.ts, so that no language has few. */
export const MORE_GIVEN_NAMES: Readonly<Partial<Record<SurrogateLanguage, Readonly<Record<'female' | 'male', readonly string[]>>>>> = {
  es: {
    female: list(
      'Adelina Agueda Ainhoa Alejandra Almudena Amparo Angustias Antonia Araceli Asuncion Aurelia Azucena Begona Belen Benita Blanca Candelaria Carlota Casilda Catalina Celia Concepcion Consuelo Covadonga Crescencia Dolores Elvira Emilia Encarnacion Esperanza Estefania Eulalia Fabiola Felisa Fermina Genoveva Graciela Guadalupe Herminia Hortensia Inmaculada Irene Isidora Jacinta Jimena Josefa Joaquina Juana Leocadia Leonor Leticia Lourdes Lucrecia Macarena Magdalena Manuela Marcela Maricarmen Marisol Maruja Matilde Mercedes Milagros Montserrat Natividad Nieves Noelia Nuria Obdulia Ofelia Palmira Paloma Paquita Patrocinio Paz Petra Piedad Pilar Presentacion Purificacion Ramona Raquel Remedios Reyes Rocio Rosalia Rosario Rufina Salome Saturnina Socorro Soledad Susana Teodora Tomasa Trinidad Ursula Virtudes Visitacion Yolanda Zulema',
    ),
    male: list(
      'Abelardo Adolfo Agapito Agustin Alfonso Alonso Alvaro Amadeo Anastasio Andres Anselmo Antonio Arsenio Aurelio Baltasar Basilio Benito Bernardo Blas Bonifacio Camilo Casimiro Cayetano Celedonio Cesar Cipriano Claudio Clemente Conrado Crisanto Damian Demetrio Desiderio Domingo Eduardo Efrain Eladio Eleuterio Eliseo Emeterio Enrique Esteban Eugenio Eusebio Evaristo Fabian Faustino Federico Feliciano Felipe Fermin Fernando Fidel Florencio Fulgencio Gaspar Genaro Gerardo German Gonzalo Gregorio Guillermo Gumersindo Heriberto Hilario Horacio Ignacio Indalecio Isidoro Isidro Jacinto Jaime Jeronimo Joaquin Jordi Jorge Julian Lazaro Leandro Leopoldo Lorenzo Lucio Macario Manuel Marcelino Mariano Marcial Maximo Melchor Modesto Nicanor Nicolas Norberto Octavio Pascual Patricio Pelayo Placido Policarpo Primitivo Prudencio Rafael Raimundo Ramiro Ramon Raul Rigoberto Rodrigo Rogelio Roman Rufino Salvador Santiago Saturnino Segundo Severino Silverio Teodoro Timoteo Tomas Urbano Valentin Venancio Vicente Victoriano Wenceslao Zacarias Zenon',
    ),
  },
  pt: {
    female: list(
      'Adelaide Adriana Albertina Alcina Alda Aldina Alzira Amelia Angelica Anabela Aparecida Armanda Arminda Augusta Aurora Benedita Branca Candida Carminda Cassia Celeste Cidalia Clarice Clotilde Conceicao Constanca Cristiana Custodia Dalila Debora Deolinda Dirce Domingas Eduarda Elisabete Elvira Emilia Ermelinda Esmeralda Etelvina Eunice Fatima Felisbela Fernanda Filipa Filomena Florinda Francisca Gertrudes Giovana Gisela Gloria Graca Guilhermina Helena Henriqueta Herminia Idalina Ilda Ines Iracema Isaura Ivone Jacira Joana Joaquina Jussara Laurinda Leonor Lidia Ligia Lucilia Lurdes Luzia Madalena Mafalda Marilia Marlene Matilde Miquelina Natercia Nazare Neusa Noemia Odete Olivia Otilia Palmira Piedade Preciosa Quiteria Raquel Rosalina Rosinda Rute Salete Silvana Soraia Susana Tania Teodora Umbelina Vanda Vitoria Zelia Zulmira',
    ),
    male: list(
      'Abilio Acacio Adalberto Adelino Ademar Afonso Agostinho Albano Alcides Aleixo Alipio Aloisio Alvaro Amadeu Amandio Amaro Americo Anibal Anselmo Antero Aparicio Aristides Armando Arnaldo Artur Ataide Baltazar Belmiro Benjamim Bento Bernardino Caetano Casimiro Celestino Celso Cristovao Custodio Delfim Dinis Dirceu Domingos Edgar Edmundo Eduardo Egidio Elisio Emidio Ernesto Estevao Eurico Evandro Fabio Faustino Feliciano Felisberto Fernando Filipe Firmino Florentino Francisco Frederico Gaspar Geraldo Gil Godofredo Goncalo Gualter Guilherme Gustavo Heitor Helder Henrique Herculano Hermenegildo Hilario Horacio Ilidio Inacio Ismael Ivo Jacinto Jaime Januario Jeronimo Joaquim Jorge Juliano Juvenal Ladislau Lauro Leonel Lindolfo Lourenco Lucio Macario Manuel Mateus Mauricio Maximino Moacir Narciso Nelson Nestor Norberto Nuno Odilon Olegario Onofre Orlando Osvaldo Otavio Pascoal Patricio Paulino Plinio Quirino Raimundo Ramiro Renato Rodolfo Rogerio Romeu Rui Salvador Sancho Saul Sebastiao Serafim Severino Silverio Telmo Teofilo Tiago Tome Ubaldo Ulisses Urbano Valdemar Vasco Vicente Virgilio Vitor Xavier Zacarias Zeferino',
    ),
  },
}
