import type { Page } from '@redoubt/risk/facts/page.ts'
import { cleanText } from '../../../lib/cleanText.ts'

type Lure = Page['lures'][number]

const WALLET = '(?:your |the |my )?(?:crypto |web3 )?wallet'
const LURES: readonly [Lure['kind'], RegExp][] = [
  [
    'claim',
    /\b(?:claim|collect|redeem) (?:your |the |my |you )?(?:free |exclusive |available |unclaimed |\$?[a-z0-9]{2,12} )?(?:airdrops?|rewards?|tokens?|bonus|allocation|nfts?|refund)\b|\bairdrop (?:is |now )?(?:live|open|available)\b|\bcheck (?:your )?eligibility\b|\beligible (?:for|to claim)\b|领取(?:空投|奖励)|領取(?:空投|獎勵)|エアドロップを(?:受け取|請求)|에어드랍 ?(?:받기|청구)|получи(?:ть|те) (?:аирдроп|награду)|reclam(?:ar|a|e) (?:tu |seu )?airdrop/iu,
  ],
  [
    'verify-wallet',
    new RegExp(
      String.raw`\b(?:verify|validate|synchroni[sz]e|sync|rectify|authenticate|re-?connect|restore|secure|unlock|whitelist|activate) ${WALLET}\b|\bwallet (?:verification|validation|synchroni[sz]ation|rectification|restoration)\b|验证(?:您的)?钱包|驗證錢包|wallet verifizieren|verificar (?:tu |su |sua )?(?:billetera|carteira)|подтвердите кошел[её]к`,
      'iu',
    ),
  ],
  [
    'urgency',
    /\bwithin (?:the next )?\d{1,3} (?:hours?|minutes?|days?)\b|\bexpir(?:es|ing) (?:soon|today|in \d)|\bonly \d{1,3} (?:minutes|hours) left\b|\boffer ends (?:in|today)\b|\bact (?:now|fast)\b|\blast chance\b|\bending soon\b|\bhurry\b|\b(?:account|wallet) (?:has been|will be|is) (?:suspended|limited|locked|restricted|frozen|deactivated)\b|\b(?:unusual|suspicious|unauthori[sz]ed) (?:activity|login|access|sign-?in)\b|\bimmediate(?:ly)? (?:action|attention)\b/i,
  ],
  [
    'giveaway',
    /\bgive-?away\b|\bdouble your (?:\w{1,12} )?(?:coins?|crypto|bitcoin|btc|eth|deposit)\b|\bsend \S{1,12} (?:\w{1,12} )?(?:and )?(?:get|receive) (?:\S{1,12} )?(?:back|double)\b|\bfree (?:mint|nfts?|eth|btc|bitcoin|usdt|sol|bnb|crypto|tokens?)\b|\b[235]x (?:back|return)/i,
  ],
  [
    'support',
    /\b(?:wallet|metamask|ledger|trezor|coinbase|crypto|official|technical) support\b|\bsupport (?:agent|team|specialist|desk)\b|\bhelp ?desk\b|\b(?:fix|resolve|report) (?:your |the |an? )?(?:wallet |transaction )?(?:issues?|errors?|problems?)\b|\bstuck transaction\b/i,
  ],
  [
    'migration',
    /\b(?:token|contract|wallet|network|v\d) (?:migration|upgrade)\b|\bmigrate (?:your|to|now)\b|\b(?:mandatory|required) (?:update|upgrade|migration)\b|\bswap your old\b|\bupgrade (?:your )?(?:wallet|tokens)\b/i,
  ],
]

const MAX_READ = 50_000

/** Finds words that press visitors to act, one of each kind. By themselves they accuse no site: honest launches use them too. */
export function luresIn(texts: readonly string[]): Page['lures'] {
  const text = texts.join(' \n ').slice(0, MAX_READ).replace(/\s+/g, ' ')
  return LURES.flatMap(([kind, pattern]) => {
    const match = pattern.exec(text)
    return match ? [{ kind, phrase: cleanText(match[0], 80) }] : []
  })
}
