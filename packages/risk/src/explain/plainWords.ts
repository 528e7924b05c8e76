/** Words that join facts and judge nothing: no denial, no order, no comfort, no name. What model text is made of besides the facts' own words. */
export const PLAIN_WORDS: ReadonlySet<string> = new Set(
  `a an the this that these those it its they them their there here you your yours he she who whom whose which what when where while
  and or but so then than as if because since after before until during once again also too both each every any all some more most less
  of to in on at by for from with into onto out over under between through across within up down off back away about per via
  is are was were be been being has have had do does did will would can could may might shall
  first second third next last finally later now today already still together at once same other another one two
  account accounts address addresses amount amounts approval approvals asset assets balance balances batch bridge bundle call calls called
  change changes coin coins collection contract contracts cost costs exchange fee fees function gas holder holders item items limit limits
  message messages move moves moved moving network node nft number order orders owner owners pair pay pays paid paying payment payments
  permission permissions permit piece pieces pool pools price prices receiver receives received receive receiving recipient router rate
  sale sell sells sold sender sends send sent sending share signature signatures spend spender spenders spends spending step steps swap swaps
  swapped token tokens total trade trades transaction transactions transfer transfers transferred transferring unit units value wallet
  wallets whole worth wrapped unwrapped native
  give gives given giving get gets getting go goes going hold holds held holding keep keeps kept lasts last leave leaves leaving let lets
  lose loses lost make makes made name names named need needs needed ask asks asked become becomes begin begins buy buys bought come comes
  create creates created end ends ended execute executes executed exist happen happens involve involves mean means put puts return returns
  run runs set sets show shows shown stand stands start starts take takes taken taking use uses used using want wants wanted
  add adds added allow allows allowed apply applies applied grant grants granted grow grows increase increases decrease decreases
  follow follows followed reach reaches reached remain remains happen happens split
  different direct directly entire exactly existing extra full fully further initial large larger long longer new old original own part parts
  possible remaining several shared single small smaller time times time-limited way ways words plain exact current currently
  block blocks day days hour hours minute minutes second seconds month months year years date deadline
  outcome result results summary detail details action actions data part object side sum way`
    .split(/\s+/)
    .filter((word) => word !== ''),
)
