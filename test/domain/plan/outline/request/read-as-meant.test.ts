import { expect, test } from 'vitest'
import { planWritten } from '../../../../support/plans/written-issues.ts'

test.each([
  [
    'an opinion',
    'Thumbnails lie on their side',
    'In my opinion, the `Orientation` should be considered when a thumbnail is made.',
    ['The `Orientation` should be considered when a thumbnail is made.'],
  ],
  [
    'a wish with an adverb before a lesser one',
    'Highlights',
    'I thus would like it to be written as "name: ", as this is more likely to be caught. Maybe the colour, too.',
    ['It should be written as "name: ", as this is more likely to be caught.'],
  ],
  [
    'a proposal behind what is told',
    'Option to round invoices',
    'Totals need to be adjusted at times.\n\nThe proposal is make it possible to edit the total of an invoice.',
    ['Option to round invoices', 'Make it possible to edit the total of an invoice.'],
  ],
  [
    'what is needed',
    'Pre-processing',
    'We need an automatic way to create meshes from a scan.',
    ['We need an automatic way to create meshes from a scan.'],
  ],
  [
    'a good feature',
    'Importance of factors',
    'It will be a good feature for the model to provide the weight of each factor.',
    ['Provide the weight of each factor.'],
  ],
  [
    'an order whose verb is not among the usual',
    'Axes of the histogram',
    'Label both axes of the histogram of pixel values',
    ['Label both axes of the histogram of pixel values'],
  ],
  [
    'what is asked behind what is lacking',
    'Keyboard for tablets?',
    'There is currently no keyboard for tablets, is there a plan to port the one for phones?',
    ['Port the one for phones'],
  ],
  [
    'an idea that orders',
    'Idea: Allow importing lists of feeds',
    'Many readers have it.',
    ['Allow importing lists of feeds'],
  ],
  ['an order of one thing', 'Implement hover', 'https://example.org/protocol#hover', ['Implement hover']],
  [
    'what is expected, behind the steps',
    'Rounding by line gives another total',
    'Steps to reproduce:\n\n- Create two products\n- Set the tax to 21 %\n\nThe second total is another. Ideally each line would be rounded before lines are added.',
    ['Ideally each line would be rounded before lines are added.'],
  ],
  [
    'a wrong value beside the right one',
    'Inconsistent rounding',
    'The page adds up to 2,475.00 but when printed it is 2,474.99.',
    ['No longer: The page adds up to 2,475.00 but when printed it is 2,474.99.'],
  ],
  [
    'a title, not what a program said',
    'Markup with errors is not read',
    'It ends with an error:\nAttribute "async" must be followed by "=".',
    ['Fixed: Markup with errors is not read'],
  ],
  [
    'a title, above what is still to be decided',
    'Insert thumbnails into captures of the camera',
    'We need to decide whether it is an option or a parameter.',
    ['Insert thumbnails into captures of the camera'],
  ],
  [
    'a title with a wish, above what is wanted besides',
    'Show the board of a user',
    'Furthermore it would be nice to link two cards.',
    ['Show the board of a user', 'Furthermore it would be nice to link two cards.'],
  ],
  [
    'what stands below "What I would like"',
    'Filters of the board',
    '## Summary\n\nThe list lacks a filter by person, which a board needs most.\n\n## What I would like\n\n- The filters of the list on the board\n- A filter by person in both',
    ['The filters of the list on the board', 'A filter by person in both'],
  ],
  [
    'a title that says what should be, above questions',
    'Ctrl-Y should redo',
    'Is there a button for it? Are the shortcuts listed somewhere?',
    ['Ctrl-Y should redo'],
  ],
  [
    'the lag of a consumer, which is no slowness',
    'Exporter does not show the consumer lag',
    'The offset of the group is there.',
    ['Fixed: Exporter does not show the consumer lag'],
  ],
  [
    'a wish, and not how hard it is',
    'Distances of clusters',
    'The means use a square matrix. It would benefit from having an option for other distances. It should not be hard to add one.',
    ['It would benefit from having an option for other distances.'],
  ],
  [
    'what somebody may want to do',
    'Handlers of events',
    'Currently the only way is to load each file by hand, which is not enough. What we might want to do is add a global function `register` for them.',
    ['Add a global function `register` for them.'],
  ],
  [
    'a need',
    'Alignment of labels',
    'Needs 2-3 mm on the left, so that the code is never cut off.',
    ['Needs 2-3 mm on the left, so that the code is never cut off.'],
  ],
  [
    'a title, and not what its readers may use',
    'Support members of nested groups when syncing',
    'Groups hold groups. Use the tester to test if your server has them.',
    ['Support members of nested groups when syncing'],
  ],
  [
    'a title, and not how it is seen',
    'Captions of tables are not rendered',
    'If I write a table, e.g.\n\n```\na table\n```\n\nand convert it by the command the result will lack the caption:\n\n```\n<p></p>\n```',
    ['Fixed: Captions of tables are not rendered'],
  ],
  [
    'an order, and not what is still to be decided of it',
    'Thumbnails',
    'Insert a thumbnail into each capture. Need to decide whether it is an option or a parameter.',
    ['Insert a thumbnail into each capture.'],
  ],
  [
    'a wish, and no bounty for it',
    'More hotkeys',
    'I suggest the possibility to choose each key.\n\nThere is a [$5 open bounty](https://example.org/1) on this issue. Add to the bounty at [Example](https://example.org).',
    ['The possibility to choose each key.'],
  ],
])('%s is read as it is meant', (_what, title, body, criteria) => {
  expect(planWritten(title, body)).toMatchObject({ gives: 'reading', criteria })
})

test.each([
  [
    'a sentence that ends with what it quotes',
    'Daylight saving',
    'This is so even after "Refresh all." Would it be possible to add a "summer time" checkbox to the settings?',
    ['Add a "summer time" checkbox to the settings'],
  ],
  [
    'an ability',
    'Pads',
    '### How would you like it to work?\n\nBe able to use two pads in one game.',
    ['Be able to use two pads in one game.'],
  ],
  [
    'a proposal',
    'permission',
    "I suggest adding a check for permissions and not just for 'Op'.",
    ["Add a check for permissions and not just for 'Op'."],
  ],
  [
    'what would be appreciated',
    'Pads',
    'The lobby is for the keyboard alone. Adding controller support to the lobby would be much appreciated.',
    ['Add controller support to the lobby.'],
  ],
  [
    'what could be added',
    'Play speed',
    'If possible, could play speed be added to the player?',
    ['Play speed should be added to the player'],
  ],
  [
    'who wishes it',
    'Export notes',
    'I read scientific books and it would be really great if I could export the document with its notes as PDF.',
    ['I can export the document with its notes as PDF.'],
  ],
  [
    'a request',
    'Export books',
    '### Introduction\n\nI would like to request a feature that allows exporting books with their highlights.',
    ['A feature that allows exporting books with their highlights.'],
  ],
  [
    'what is beyond it',
    '[FEATURE] Exporting highlights',
    '**Describe the solution you would like**\n\n1. Export of one book with its notes\n2. Global export with a date\n\nMaybe out of this scope, a way to see and edit those notes.',
    ['Export of one book with its notes', 'Global export with a date'],
  ],
  [
    'a chance that is asked about',
    'Add artwork',
    'Any chance the generated feeds could include artwork? If not each, maybe the general one',
    ['The generated feeds should include artwork'],
  ],
  [
    'what there could be',
    'Stock count',
    'Can there also be an error when somebody scans an unknown item?',
    ['There should also be an error when somebody scans an unknown item'],
  ],
  [
    'what is missed',
    'Ingredient scaling',
    "The one feature I'm looking for that I don't see is the ability to scale a recipe up or down.",
    ['The ability to scale a recipe up or down.'],
  ],
  [
    'a plan, without its example',
    'Custom functions of keys',
    'Is there currently any plan to add the ability to assign macros to keys?\n\nExample for context:\nassign a key in the second layer to open a terminal.',
    ['Add the ability to assign macros to keys'],
  ],
  [
    'what somebody is asked to be able to do',
    'Price notification',
    'Would you be able to add a set price to watch? Now that there is a wishlist, this added functionality is a must to compete.',
    ['Add a set price to watch'],
  ],
  [
    'a wish that turns',
    'Script for tiles',
    'Tiles might be better placed elsewhere...\n\nBut it would be cool to have a script to update tiles on S3 each week.',
    ['A script to update tiles on S3 each week.'],
  ],
  [
    'what a tracking issue says',
    '[tracking issue] timers',
    'We should add a `runtime::timer` module to Runtime.\n\n## Refs\n- https://example.org/62',
    ['We should add a `runtime::timer` module to Runtime.'],
  ],
  [
    'a plan that is asked about',
    '[Feature]: Vault autofill',
    '### What would you like?\n\nDo you plan to add autofill on phones to the vault?',
    ['Add autofill on phones to the vault'],
  ],
  [
    'a nice thing to have',
    'Themes',
    'A nice extra feature for the blog would be a switch to a dark theme.',
    ['A nice extra feature for the blog would be a switch to a dark theme.'],
  ],
  [
    'what is to be used instead, by its address',
    'Deprecated controller',
    'Should use https://example.org/wiki/controller instead.',
    ['Should use https://example.org/wiki/controller instead.'],
  ],
  [
    'a wish beside how it is done today',
    'Schedules',
    "### Describe the solution you'd like\n\nCurrently, one way is to\n\n- create a helper, and\n- create an automation.\n\nI'd like to bind the thermostat to a schedule.",
    ["I'd like to bind the thermostat to a schedule."],
  ],
  [
    'a wish in a form that tells of others first',
    'Metadata of albums',
    '### Feature request\n\nOther generators often provide metadata in a file.\n\nThe metadata of an album should be read from `album.md`.',
    ['The metadata of an album should be read from `album.md`.'],
  ],
  [
    'a list that a sentence begins',
    'Coverage',
    '### How could this be improved?\n\nTests of\n- the parser of dates\n- the writer of files',
    ['Tests of the parser of dates', 'Tests of the writer of files'],
  ],
  [
    'a title that wishes, above a text that repeats it',
    'Option to create small pictures from EXIF if there are some',
    'Reported by ada on 10 Aug 2004\n\nAn option to create small pictures from EXIF.',
    ['Option to create small pictures from EXIF if there are some'],
  ],
  [
    'a suggestion that somebody speaks of',
    'Inventory count',
    'A number that is scanned twice is counted twice. My suggestion would be that a number once scanned is counted once.',
    ['A number once scanned is counted once.'],
  ],
  [
    'a title that says what for',
    'To show the stock of each warehouse in all forms where stock is displayed',
    '',
    ['To show the stock of each warehouse in all forms where stock is displayed'],
  ],
  [
    'a story that is set apart',
    'Barcodes',
    '_As a clerk, I need the ability to scan a barcode that finds the item in the system_',
    ['As a clerk, I need the ability to scan a barcode that finds the item in the system'],
  ],
  [
    'a wish with a question that only points at it',
    'Return the stock after a scan',
    'It would be handy to show the stock after each scan.\n\nIs this possible to add?',
    ['Show the stock after each scan.'],
  ],
  [
    'what is to be used instead',
    'Move to eslint 9',
    '`x` is not compatible yet, use `y` instead.',
    ['Move to eslint 9', 'use `y` instead.'],
  ],
  [
    'what the team needs to do',
    'Align the picture to the bottom',
    'It is centered now. We need to align it to the bottom near the menu.',
    ['Align the picture to the bottom', 'We need to align it to the bottom near the menu.'],
  ],
  [
    'a list in signs that Markdown does not know',
    'Pads',
    "I'd like to do the following:\n\n-Enable the mapping of keys\n-Enable one mapping for each device",
    ['Enable the mapping of keys', 'Enable one mapping for each device'],
  ],
  [
    'a proposal with a list, beside one that complains',
    'Add an option to rotate scans',
    'This has two problems:\n\n1. The scan is hard to read\n2. Nothing is found in it\n\nSo I propose:\n\n- A box `Preview` on the scan page\n- If it is checked, the scan can be turned first',
    [
      'Add an option to rotate scans',
      'A box `Preview` on the scan page',
      'If it is checked, the scan can be turned first',
    ],
  ],
  [
    'stories whose slots were filled in',
    'Offline first',
    String.raw`- As a \<shopper\>, I want to \<see my list\> so that \<I can shop without a network\>.`,
    [String.raw`As a \<shopper\>, I want to \<see my list\> so that \<I can shop without a network\>.`],
  ],
  [
    'a title that says more than its text',
    'Add an ability to import a spreadsheet mapping into an object',
    'Create an import process',
    ['Add an ability to import a spreadsheet mapping into an object'],
  ],
  [
    'three dots in the midst of a wish',
    'Speed',
    "It'd be nice to have a speed control at the left... if the audio supports it.",
    ['A speed control at the left... if the audio supports it.'],
  ],
  [
    'what a form asks with a remark behind its mark',
    'Wrong glyph is drawn without the font',
    'Steps to reproduce the problem:\n1. Open it: `a` is drawn as `b`.\n\nWhat went wrong? (Firefox)\n![x](https://example.org/x.png)',
    ['No longer: Wrong glyph is drawn without the font'],
  ],
])('%s is read', (_name, title, body, criteria) => {
  const read = planWritten(title, body)

  expect({ gives: read.gives, criteria: read.criteria }).toEqual({ gives: 'reading', criteria })
})

test.each([
  ['stutters', 'Audio stutters while pairing a second phone'],
  ['drops', 'Audio drops out when a second phone is paired'],
  ['drifts', 'State drift on every apply'],
  ['prints garbage', 'Scanner of receipts outputs garbage'],
  ['still does, even after', 'Passwords still get filled in even after the vault is locked'],
  ['does not work under', 'find_package(halo) not working under cross-compilation'],
  ['is still allowed', 'Overdue member still can borrow a book'],
  ['leads to an error', 'After a disconnect the socket is null, leading to a "No connection available" error'],
  ['is not aligned', 'Button of the profile image not aligned'],
  ['lacks a control of speed', 'Episodes do not have speed controls'],
])('what %s is wrong', (_name, title) => {
  const { gives, criteria } = planWritten(title, 'Seen on Linux.')

  expect({ gives, criteria }).toEqual({
    gives: 'reading',
    criteria: [expect.stringMatching(/^(?:No longer|Fixed): /)],
  })
})

test('a step whose word stands above it belongs to its scenario', () => {
  const { criteria } = planWritten(
    'New appointments',
    '## Acceptance criteria\n\n**GIVEN**\nA user who may write\n\n**WHEN**\nWhen `/new` is opened\n\n**THEN**\nA form is shown',
  )

  expect(criteria).toEqual(['GIVEN A user who may write, WHEN `/new` is opened, THEN A form is shown'])
})

test('a fine is no praise', () => {
  const body =
    "## Acceptance criteria\n\n- Fine computed per day overdue\n- Fine amount recorded against the member's record"

  expect(planWritten('Record overdue fines', body).gives).toBe('plan')
})

test('a box that ends with a colon is done when what stands below it is', () => {
  const { criteria } = planWritten(
    'Import',
    '- [ ] Mapping UI:\n  - Columns are matched by name\n- [ ] Add a preview of 5 rows',
  )

  expect(criteria).toEqual(['Mapping UI: Columns are matched by name', 'Add a preview of 5 rows'])
})

test('what an item announces may stand in a paragraph of its own', () => {
  const { criteria } = planWritten(
    'Create the quiz class',
    'Acceptance criteria:\n\n1. The quiz should have these attributes:\n\n    id: a number\n    score: what is needed to pass',
  )

  expect(criteria).toEqual(['The quiz should have these attributes: id: a number score: what is needed to pass'])
})

test.each([
  ['told at length elsewhere', 'PRD: `docs/prd/import.md`'],
  [
    'of another project',
    '@ada implemented something similar in his [loader](https://github.com/octo/tools/blob/main/load.py#L231).',
  ],
  ['linked as a guide', '[defect](https://github.com/octo/guides/blob/main/docs/severity.md)'],
])('a file that is %s is no scope', (_name, reference) => {
  const { scope } = planWritten(
    'Import wizard',
    `${reference}\n\n## Acceptance\n\n- [ ] A CSV can be imported with a mapping`,
  )

  expect(scope).toBe('')
})

test('lines that are sentences are as many criteria', () => {
  const { criteria } = planWritten(
    'Opening explorer',
    '### Acceptance criteria\nOpenings can be searched by name.\nThe tree of moves is shown.\nUsers can go back through moves.',
  )

  expect(criteria).toHaveLength(3)
})

test('that an issue is moved is left to people', () => {
  const body = '## Definition of done\n\n- [ ] A changed price sends a mail\n- [ ] Issue moved to Done.'

  expect(planWritten('Price drops', body).criteria).toEqual(['A changed price sends a mail'])
})

test('an order that tells which ones is no complaint', () => {
  const { criteria } = planWritten(
    'Geocoder',
    '- [ ] Delete failed searches that do not return anything\n- [ ] Sort hits',
  )

  expect(criteria[0]).toBe('Delete failed searches that do not return anything')
})

test.each([
  [
    'what is gained by it',
    'Set default gas to 23300 instead of 21000',
    'This would allow wallets to receive without running out of gas by default.',
  ],
  [
    'praise of it',
    'Subtitle sync',
    "I'd like to suggest to add a syncing option. It'd be very useful, because not every subtitle works with the video.",
  ],
  ['a lack', 'Missing subtitle offset option', 'On playback the options are the language or download.'],
])('%s adds no criterion', (_name, title, body) => {
  expect(planWritten(title, body)).toMatchObject({ gives: 'reading', criteria: [expect.any(String)] })
})
