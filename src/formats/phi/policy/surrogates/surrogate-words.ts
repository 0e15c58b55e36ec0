// Words that surrogates are made of: common given and family names, and places, streets and institutions that do not exist. Written for this project.

const list = (text: string): readonly string[] => text.trim().split(/\s/)

export const FEMALE_NAMES = list(
  'Abigail Ada Adele Agnes Alice Alma Amanda Amelia Amy Andrea Angela Anita Anna Annette Audrey Aurora Barbara Beatrice Bella Bernadette Bianca Bonnie Brenda Bridget Camila Carla Carmen Carol Caroline Catherine Cecilia Celeste Charlotte Chloe Christine Clara Claudia Colleen Constance Cora Corinne Cynthia Daisy Dana Daniela Daphne Deborah Delia Diana Dolores Donna Dora Doris Edith Eileen Elaine Eleanor Elena Elise Eliza Elizabeth Ella Ellen Eloise Elsa Emilia Emily Emma Erica Esther Eva Evelyn Faith Fatima Felicity Fiona Flora Florence Frances Gabriela Gail Gemma Genevieve Georgia Gloria Grace Greta Hannah Harriet Hazel Heather Helen Helena Ida Ingrid Irene Iris Isabel Ivy Jacqueline Jane Janet Jasmine Jean Jennifer Jessica Joan Joanna Josephine Joyce Judith Julia Karen Kate Katherine Kathleen Kelly Laura Lauren Leah Leila Lena Leticia Lillian Linda Lisa Lorraine Louise Lucia Lucy Luisa Lydia Mabel Madeline Margaret Maria Marian Marina Marisol Marjorie Marta Martha Mary Matilda Maureen Melanie Melissa Mercedes Michelle Mildred Miriam Molly Monica Nadia Nancy Naomi Natalie Nicole Nina Nora Olga Olive Olivia Pamela Patricia Paula Pauline Penelope Phoebe Priya Rachel Rebecca Renata Rita Roberta Rosa Rosalind Rose Ruby Ruth Sabrina Samantha Sandra Sara Selma Sharon Sheila Silvia Simone Sofia Sonia Sophie Stella Susan Sylvia Tamara Teresa Tessa Theresa Valerie Vanessa Vera Veronica Victoria Viola Violet Virginia Vivian Wanda Wendy Wilma Yolanda Yvonne Zoe',
)

export const MALE_NAMES = list(
  'Aaron Abel Adam Adrian Alan Albert Alejandro Alexander Alfred Allen Andre Andrew Angelo Anthony Antonio Arnold Arthur Barry Benjamin Bernard Boris Bradley Brandon Brian Bruce Bruno Calvin Carl Carlos Cedric Charles Christian Christopher Clarence Claude Clement Clifford Colin Conrad Craig Curtis Cyril Daniel Darius David Dennis Derek Desmond Diego Dominic Donald Douglas Duncan Dustin Dwight Earl Edgar Edmund Eduardo Edward Edwin Elias Elliot Emil Emmanuel Enrique Eric Ernest Ethan Eugene Felix Ferdinand Fernando Francis Francisco Frank Franklin Frederick Gabriel Gareth Gary Geoffrey George Gerald Gilbert Glenn Gordon Graham Gregory Gustav Guy Harold Harry Harvey Hector Henry Herbert Herman Howard Hugh Hugo Ian Igor Isaac Ivan Jack Jacob James Jason Javier Jeffrey Jeremy Jerome Joel John Jonathan Jorge Jose Joseph Joshua Juan Julian Julius Karl Keith Kenneth Kevin Kurt Lars Lawrence Leo Leon Leonard Leroy Leslie Lewis Liam Lionel Lloyd Louis Lucas Luis Luke Malcolm Manuel Marc Marco Marcus Mario Mark Martin Marvin Matthew Maurice Max Michael Miguel Miles Milton Mohammed Morris Nathan Neil Nelson Nicholas Nigel Noah Norman Oliver Omar Orlando Oscar Otto Owen Pablo Patrick Paul Pedro Percy Peter Philip Pierre Rafael Ralph Ramon Raymond Reginald Ricardo Richard Robert Roberto Roger Roland Ronald Rory Roy Rudolf Rupert Russell Samuel Scott Sean Sebastian Seth Sidney Simon Stanley Stefan Stephen Steven Stuart Theodore Thomas Timothy Tobias Trevor Tyler Victor Vincent Walter Warren Wayne Wesley Wilfred William Xavier Zachary',
)

export const FAMILY_NAMES = list(
  'Abbott Ackerman Adair Albright Aldridge Allard Alston Ambrose Anders Archer Arden Armitage Ashby Ashworth Atwood Bainbridge Baldwin Banfield Barclay Barlow Barrow Bartlett Bastian Beaumont Becker Bellamy Benton Beringer Blackwood Blakely Blanchard Boland Bolton Bowden Bradshaw Brandt Brennan Briscoe Brockman Bromley Buckley Burbank Burgess Burnham Calder Caldwell Callahan Cameron Cardoza Carlisle Carmichael Castell Cavanaugh Chadwick Chandler Chapman Clayborne Clifton Colby Coleridge Collier Conway Corbett Cordova Corrigan Courtland Cranston Crawley Cromwell Cullen Dalton Danforth Darby Davenport Dawes Delacroix Delgado Dempsey Denholm Devlin Dixon Donnelly Dorsey Drummond Dunmore Eastman Eckhart Edison Ellsworth Elmore Emerson Engstrom Escobar Everett Fairbanks Fairfax Falkner Farnham Faulkner Fenwick Ferris Finch Fitzroy Fleming Fontana Forsyth Foxworth Freeland Frost Fulton Gallagher Galloway Garland Garrison Gatewood Gentry Gifford Gillespie Glover Goddard Goodwin Grantham Graves Grayson Greenfield Griswold Guerrero Hadley Halloran Hamlin Hammond Harcourt Hargrove Harlan Hartley Hastings Hathaway Haverford Hawthorne Hayward Heller Hendrix Herrick Hewitt Hildebrand Hobart Holbrook Holcomb Hollis Holloway Hopkirk Horton Hoyt Huxley Ingram Irving Ives Jarvis Jennings Jessup Joyner Kaplan Keating Keller Kendrick Kensington Kerrigan Kimball Kingsley Kirkland Knowles Lachlan Lambert Lancaster Langdon Langley Larkin Lathrop Lawton Ledger Leighton Lennox Lindgren Linwood Livingston Lockhart Lombard Lovell Ludlow Lyndon Mabry Maddox Malloy Manning Marchetti Markham Marlowe Marsden Maynard McAllister McBride Meadows Mercer Merrick Merriweather Middleton Milburn Monroe Montague Moreland Morley Morton Mulligan Nash Navarro Nettleton Newcomb Newell Norcross Northrup Norwood Oakley Oakes Ogden Orton Osborne Overton Packard Paget Pemberton Pendleton Penrose Pickett Pierson Prescott Preston Quigley Quincy Radcliffe Rainey Ramsey Rathbone Ravenscroft Redmond Renfro Rhodes Ridgeway Ripley Rockwell Romero Rosewood Rothwell Rowland Rutledge Salazar Sanderson Satterfield Sawyer Seaton Sedgwick Selby Sewell Shelby Sheridan Sherwood Sinclair Slater Somerset Southwick Spaulding Stafford Stanhope Stanton Sterling Stratton Sutherland Talbot Tanner Templeton Thackeray Thatcher Thornton Tillman Tolliver Townsend Trask Tremaine Tremont Truesdale Tuttle Underhill Upton Vance Vandermeer Vaughn Verity Vickers Wadsworth Wainwright Wakefield Walcott Waldron Warrick Waverly Webster Weller Wendell Westbrook Westfield Wetherby Whitaker Whitfield Whitlock Wickham Wilder Willoughby Winslow Winthrop Woodard Woodruff Worthington Wyatt Yardley Yates Yorke Zeller',
)

const TOWN_BEGINNINGS = list(
  'Alder Amber Apple Arrow Ash Aspen Barley Birch Bram Brier Bright Cedar Cinder Clover Copper Crow Dapple Deer Dun Elder Elm Fair Fallow Fern Flint Fox Frost Glen Gorse Green Haw Hazel Heather Heron Holly Iron Juniper Kestrel Lark Laurel Linden Maple Marsh Mill Moss Oak Otter Pine Plum Quail Raven Reed Rook Rowan Sedge Silver Sparrow Stone Swan Thistle Thorn Timber Willow Winter Wren Yarrow',
)
const TOWN_ENDINGS = list(
  'bourne bridge brook bury combe cross dale field ford gate glen ham haven heath hollow holt hurst mere mont moor port ridge shire stead stow ton vale view ville wick wood worth',
)

/** Towns that do not exist; some two thousand. */
export const TOWNS: readonly string[] = TOWN_BEGINNINGS.flatMap((beginning) => TOWN_ENDINGS.map((ending) => beginning + ending))

export const STREET_KINDS = list('Street Avenue Road Lane Drive Court Place Way')

export const INSTITUTION_NAMES = list(
  'Summit Harbor Lakeside Riverside Meadow Northfield Southgate Eastbrook Westvale Hillcrest Parkview Brookside Evergreen Cornerstone Beacon Horizon Valley Highland Prairie Sunrise',
)

/** The kind of an institution by a word in its name; the first that fits. */
export const INSTITUTION_KINDS: readonly (readonly [word: string, kind: string])[] = [
  ['univers', 'University'],
  ['college', 'College'],
  ['school', 'School'],
  ['academy', 'Academy'],
  ['montessori', 'School'],
  ['pharmac', 'Pharmacy'],
  ['laborator', 'Laboratory'],
  ['labs', 'Laboratory'],
  ['hospice', 'Hospice'],
  ['nursing', 'Nursing Home'],
  ['rehab', 'Rehabilitation Center'],
  ['medical cent', 'Medical Center'],
  ['health cent', 'Health Center'],
  ['clinic', 'Clinic'],
  ['hosp', 'Hospital'],
  ['infirmary', 'Hospital'],
  ['health', 'Health'],
  ['church', 'Church'],
  ['bank', 'Bank'],
  ['insur', 'Insurance'],
]

export const PROFESSIONS: readonly string[] =
  'accountant,architect,baker,bookkeeper,bricklayer,bus driver,butcher,carpenter,cashier,clerk,cook,dressmaker,editor,electrician,farmer,florist,gardener,glazier,hairdresser,janitor,joiner,librarian,locksmith,machinist,mason,mechanic,office manager,painter,plumber,postal worker,printer,roofer,sales assistant,seamstress,secretary,surveyor,tailor,teacher,translator,truck driver,upholsterer,waiter,warehouse worker,welder'.split(
    ',',
  )
