import type { Code } from '../code/code.ts'
import type { Outline } from '../html/outline.ts'

const WORDS = new RegExp(
  [
    String.raw`wallet|\bseed phrase|recovery phrase|\bmnemonic|crypto[\s-]?(?:currenc|asset|coin|account|trad|exchange)|block-?chain|\bdefi\b`,
    String.raw`\bdapps?\b|\bweb3\b|\bairdrop|\bbitcoin|\bethereum\b|\bsolana\b|\b(?:btc|eth|usdt|usdc|bnb|trx|xrp)\b|\bcoins?\b|\bnfts?\b`,
    String.raw`metamask|\btrezor\b|\bledger (?:nano|live|device)|coinbase|binance|\betherscan\b|\bkeplr\b|\bexodus\b|\btronlink\b`,
    'billetera|carteira|cartera|portafoglio|portefeuille|geldbörse|кошел[её]к|кошельк|крипто|биткоин|блокчейн|cüzdan|kripto',
    'dompet|portfel|ví (?:tiền|điện)|钱包|錢包|加密货币|加密貨幣|区块链|區塊鏈|ウォレット|暗号資産|仮想通貨|지갑|암호화폐|가상화폐',
  ].join('|'),
  'iu',
)
const CODE = /\beth_[a-z]{3}|\bmetamask\b|\bwalletconnect\b|\beip6963:/i
const MAX_TEXT = 50_000
const MAX_FIELDS = 100

/** Whether a page is about wallets or coins at all. Servers, tokens of web sites and e-mail have private keys too. */
export function speaksOfWallets(outline: Outline, codes: readonly Code[]): boolean {
  const { title, description, metas, headings, logos, fields, text } = outline
  const named = fields.slice(0, MAX_FIELDS).flatMap(({ names, label }) => [names, label])
  const parts = [[title, description], metas, headings, logos, named, [text]]
  return (
    parts.some((part) => WORDS.test(part.join(' ').slice(0, MAX_TEXT))) ||
    codes.some(({ unfolded }) => CODE.test(unfolded))
  )
}
