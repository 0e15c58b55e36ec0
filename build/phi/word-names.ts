// Given names and surnames that are plain words, too: where they stand tells whether somebody is meant. Written for the project.
export const WORD_NAMES = (
  'verity hope grace faith joy rose lily daisy iris ivy hazel heather violet poppy dawn april may june summer autumn melody harmony charity ' +
  'honor constance prudence patience mercy serenity trinity destiny haven sky star ruby pearl amber jade crystal opal sandy misty stormy rainy ' +
  'will bill mark frank grant chase chance drew rob nick pat dean earl duke king prince bishop pope knight page squire baker cook butler carter ' +
  'carpenter mason potter miller weaver taylor tanner fisher fowler hunter shepherd gardner farmer barber porter parker sawyer cooper glover skinner ' +
  'smith fields hill woods stone rivers banks brooks pond lake marsh meadows forest moor heath dale glen cliff rock sands shore bridges street church ' +
  'temple castle hall house barn mill well gates day winter frost snow rain storm cloud wolf fox bear lamb bull buck hart swan crane finch wren robin ' +
  'martin sparrow drake hawk eagle crow bird fish pike bass salmon herring rice bean berry olive plum peach pepper salt sugar wine beer brown white ' +
  'black green gray silver gold copper steel irons chambers wheeler walker rider runner driver singer dancer player strong young old long short small ' +
  'little large best better good sweet bright sharp swift quick savage noble moody blunt frank love power speed wise fry bond cash price penny pound ' +
  'marks rich sterling bell horn drum harp pipe sharpe keys locks mead bushey mote thorne burke case cross nail ball bragg buss cave coy crook crouch'
).split(' ')
