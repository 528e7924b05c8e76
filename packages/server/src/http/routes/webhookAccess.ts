import { PAID_PLANS } from '../../domain/plan.ts'
import type { Access } from '../context.ts'

/** Who may do anything with webhooks. For the `config` of a route. */
export const WEBHOOK_ACCESS: { access: Access } = {
  access: { scopes: ['webhooks:write'], paid: { feature: 'Webhooks', plans: PAID_PLANS } },
}
