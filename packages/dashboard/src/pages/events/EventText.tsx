import type { api } from '@redoubt/client'
import { Address } from '../../ui/Address.tsx'
import { amountText, countText, shortHex } from '../../ui/format.ts'
import { Name } from '../../ui/Name.tsx'

/** Whom an event is about. */
export function EventSubject({ event }: { event: api.Event }) {
  const { data } = event
  const entity = 'wallet' in data ? data.wallet : 'entity' in data ? data.entity : event.entity
  if (entity === null || entity === undefined) return <span className="muted">the webhook</span>
  const chain = 'chain' in data ? (data.chain ?? null) : null
  return /^0x[0-9a-f]{40}$/i.test(entity) ? <Address address={entity} chain={chain} /> : <Name text={entity} max={60} />
}

/** An event in one sentence, from its own facts. */
export function eventText(event: api.Event): string {
  switch (event.type) {
    case 'entity.risk_changed': {
      const { previousScore, currentScore } = event.data
      return `Score ${previousScore} → ${currentScore} of 100`
    }
    case 'entity.threat_detected':
      return event.data.description
    case 'approval.new': {
      const { amount, tokenSymbol, token, spenderLabel, spender } = event.data
      return `Approved ${amountText(amount)} ${tokenSymbol ?? shortHex(token)} for ${spenderLabel ?? spender ?? 'an unknown spender'}`
    }
    case 'approval.revoked': {
      const { tokenSymbol, token, spenderLabel, spender } = event.data
      return `Revoked ${tokenSymbol ?? shortHex(token)} from ${spenderLabel ?? spender ?? 'an unknown spender'}`
    }
    case 'monitor.transfer':
    case 'monitor.large_transfer': {
      const { direction, amount, asset, token, counterparty, counterpartyLabel } = event.data
      const what = `${amount === null ? 'an unknown amount of' : amountText(amount)} ${asset ?? (token === null ? 'coin' : shortHex(token))}`
      return `${direction === 'in' ? 'Received' : 'Sent'} ${what} ${direction === 'in' ? 'from' : 'to'} ${counterpartyLabel ?? shortHex(counterparty)}`
    }
    case 'monitor.nft_transfer': {
      const { direction, itemCount, asset } = event.data
      return `${direction === 'in' ? 'Received' : 'Sent'} ${itemCount === null ? 'items' : countText(itemCount, 'item')} of ${asset ?? 'a collection'}`
    }
    case 'monitor.contract_interaction':
      return `Called ${event.data.contractLabel ?? shortHex(event.data.contract)} (${event.data.selector})`
    case 'monitor.permission': {
      const { status, kind, spender, description } = event.data
      const said = {
        used: 'was used',
        changed: 'has a spender that changed',
        dangerous: 'is dangerous now',
        expired: 'expired',
      }
      return `A scanned ${kind} ${said[status]}: ${description}, ${shortHex(spender)}`
    }
    case 'address.interaction': {
      const { direction, counterparty, counterpartyLabel, riskLevel } = event.data
      return `${direction === 'in' ? 'From' : 'To'} ${counterpartyLabel ?? counterparty ?? 'an unknown address'}, risk ${riskLevel ?? 'unknown'}`
    }
    case 'policy.held':
    case 'policy.refused':
      return event.data.message
    case 'policy.limit_alert': {
      const { usedUsd, limitUsd, window } = event.data
      return `Used $${amountText(usedUsd)} of the limit of $${amountText(limitUsd)} ${window === 'utc_day' ? 'a day' : 'in 24 hours'}`
    }
    case 'webhook.test':
      return event.data.message
    default:
      return ''
  }
}
