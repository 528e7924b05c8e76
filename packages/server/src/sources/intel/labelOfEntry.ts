import type { Label } from '../../risk/facts.ts'
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

/** The label an entry stands for, none when it is none. The list's id names it when its title is gone. */
export function labelOfEntry(
  { label, name, sourceId }: Pick<ListedEntry, 'label' | 'name'> & { sourceId?: string },
  source: { title: string; confidence: Label['confidence'] } | undefined,
): Label[] {
  const category = CATEGORY[label]
  if (category === null) return []
  const title = source?.title ?? sourceId ?? 'unknown list'
  return [
    {
      name: name ?? `${label.replace('_', ' ')} (${title})`,
      category,
      source: title,
      confidence: source?.confidence ?? 'low',
    },
  ]
}
