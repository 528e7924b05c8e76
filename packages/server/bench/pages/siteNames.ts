const FIRST = [
  'alder',
  'birch',
  'cedar',
  'curlew',
  'dunlin',
  'egret',
  'fennel',
  'garnet',
  'heron',
  'iris',
  'juniper',
  'kestrel',
  'larch',
  'marlow',
  'nettle',
  'osier',
  'plover',
  'quarry',
  'rowan',
  'sorrel',
  'teasel',
  'umber',
  'vetch',
  'willet',
  'yarrow',
  'sedge',
  'thistle',
  'bramble',
  'hazel',
  'linden',
]
const SECOND = [
  'field',
  'brook',
  'gate',
  'hill',
  'lane',
  'mill',
  'moor',
  'pond',
  'ridge',
  'shore',
  'stone',
  'vale',
  'wood',
  'works',
  'yard',
  'house',
  'row',
  'bay',
  'ford',
  'green',
]
const TRADE = [
  'swap',
  'stake',
  'dao',
  'finance',
  'protocol',
  'vault',
  'pay',
  'mint',
  'bridge',
  'labs',
  'dex',
  'wallet',
  'earn',
  'app',
  'chain',
  'hub',
]
const NEUTRAL_ENDS = ['com', 'org', 'net', 'co', 'info']
const TRADE_ENDS = ['finance', 'xyz', 'io', 'app', 'com', 'network', 'fi', 'org']

/**
 * Hosts, the same way for both kinds of pages: half say nothing, half sound like the trade. Hostile pages get the odd ones of one row
 * of words, honest pages the even ones, so that a name tells nothing.
 */
export function siteNames(hostile: boolean): (naming: 'neutral' | 'lifelike') => string {
  const counts = { neutral: hostile ? 0 : 1, lifelike: hostile ? 0 : 1 }
  return (naming) => {
    const at = counts[naming]
    counts[naming] += 2
    const first = FIRST[(at * 7) % FIRST.length]
    const round = Math.floor(at / FIRST.length)
    if (naming === 'neutral')
      return `${first}${SECOND[(at + round * 3) % SECOND.length]}${round > 0 ? `-${SECOND[(round * 5) % SECOND.length]}` : ''}.${NEUTRAL_ENDS[at % NEUTRAL_ENDS.length]}`
    const trade = TRADE[(at + round) % TRADE.length]
    const shape = at % 3 === 0 ? `${first}-${trade}` : at % 3 === 1 ? `${first}${trade}` : `get${first}${trade}`
    return `${shape}${round > 0 ? round : ''}.${TRADE_ENDS[at % TRADE_ENDS.length]}`
  }
}
