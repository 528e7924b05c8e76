/** Words that urge visitors to act now: with a brand's name beside them they are a trap more often than not. */
const STRONG = words(
  'claim claims claiming claimed airdrop airdrops drop drops reward rewards bonus giveaway gift gifts free promo eligible eligibility',
  'allocation allocations snapshot whitelist allowlist presale launch event season distribution redeem checker',
  'login log signin sign signup connect verify verification verified validate validation secure security auth authenticate',
  'authorize confirm kyc support help helpdesk service services customer care recover recovery restore reset unlock rectify',
  'sync resolve fix refund compensation migrate migration upgrade update register registration activate activation',
  'revoke seed phrase passphrase backup import wallet wallets mint minting vest vesting alert dispute',
  'enroll participate mysterybox claimable allocate allocating connects',
)
/** Words that honest sites have as often. */
const WEAK = words(
  'app apps dapp dapps web web3 defi nft nfts swap bridge stake staking restake restaking earn yield pool pools farm vault trade',
  'trading exchange token tokens coin coins crypto finance fi protocol network foundation dao labs official portal hub pro plus',
  'my get the go to for now new your us uk en eu asia global world online site live home page dashboard account accounts user',
  'download extension chrome desktop mobile start setup suite card pay payment buy sell cash money vip club community team',
  'io org net com xyz v beta test main mainnet testnet station center centre desk i u e x a id',
  'join vote voting quest quests enter invite access launchpad treasury governance gov project proposal node nodes group land chain',
  'layer link tech',
)
const LONGEST = 14
/** Longer than any honest label. */
const MAX = 40

/**
 * Reads letters that stand beside a name as words of the trade.
 * @param rest lower case, without hyphens; digits separate words.
 * @returns `strong` when all of it is such words and one of them presses, `weak` when none does, null when it is something else or empty.
 */
export function lureOf(rest: string): 'strong' | 'weak' | null {
  let read: 'strong' | 'weak' | null = null
  for (const piece of strokes(rest).split(/\d+/)) {
    const strength = piece === '' ? null : wordsOf(piece)
    if (strength === undefined) return null
    if (strength === 'strong' || read === null) read = strength ?? read
  }
  return rest !== '' && read === null ? 'weak' : read
}

/** Undefined when it is not made of words. */
function wordsOf(piece: string): 'strong' | 'weak' | undefined {
  if (piece.length > MAX) return undefined
  const best: ('strong' | 'weak' | undefined)[] = ['weak']
  for (let end = 1; end <= piece.length; end++) {
    for (let start = Math.max(0, end - LONGEST); start < end; start++) {
      const before = best[start]
      if (before === undefined || best[end] === 'strong') continue
      const word = piece.slice(start, end)
      if (STRONG.has(word)) best[end] = 'strong'
      else if (WEAK.has(word)) best[end] = before
    }
  }
  return best[piece.length]
}

function words(...lines: string[]): ReadonlySet<string> {
  return new Set(lines.map(strokes).join(' ').split(' '))
}

/** `ciaim` and `alrdrop` are read as they are meant. */
function strokes(text: string): string {
  return text.replaceAll('i', 'l')
}
