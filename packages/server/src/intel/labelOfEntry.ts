import type { Label } from '@redoubt/risk/facts/account.ts'
import type { ListedEntry, ListLabel } from './ports.ts'

/** What a list's word on an address is called. Sanctions are kept apart, and being trusted by a list is no label. */
const CATEGORY: Readonly<Record<ListLabel, Label['category'] | null>> = {
  exchange: 'exchange',
  defi_protocol: 'defi_protocol',
  whale: 'whale',
  smart_money: 'smart_money',
  mev_bot: 'mev_bot',
  hacker: 'hacker',
  scammer: 'scammer',
  mixer: 'mixer',
  bridge: 'bridge',
  multisig: 'multisig',
  dao_treasury: 'dao_treasury',
  nft_marketplace: 'nft_marketplace',
  token: 'token',
  // What sites are accused of, an address is a scammer for.
  phishing: 'scammer',
  malware: 'scammer',
  scam: 'scammer',
  sanctioned: null,
  trusted: null,
}

/**
 * The label an entry stands for, none when it is none. The list's id names it when its title is gone; an entry without a name
 * is called what it is.
 */
export function labelOfEntry(
  {
    label,
    name,
    sourceId,
    firstSeen,
  }: Pick<ListedEntry, 'label' | 'name'> & Partial<Pick<ListedEntry, 'sourceId' | 'firstSeen'>>,
  source: { title: string; confidence: Label['confidence'] } | undefined,
): Label[] {
  const category = CATEGORY[label]
  if (category === null) return []
  return [
    {
      name: name ?? label.replace('_', ' '),
      category,
      source: source?.title ?? sourceId ?? 'unknown list',
      confidence: source?.confidence ?? 'low',
      listed: { since: firstSeen === undefined ? null : new Date(firstSeen).toISOString().slice(0, 10) },
    },
  ]
}
