import { type Static, Type } from 'typebox'
import { Address, Text } from './common.ts'

const Amount = (description: string) => Text('^[0-9]{1,78}$', { description, expected: 'base units as decimal text' })

/** Written by the service that asks for the payment; it is kept, and decides nothing. */
const Foreign = (description: string) => Type.Optional(Type.Unsafe<unknown>({ description }))

/** One element of `accepts` of an x402 answer, as it was received: version 1 or 2. */
export const PaymentRequirementsSchema = Type.Object(
  {
    scheme: Type.String({ maxLength: 64, description: '`exact` or `upto`.' }),
    network: Text('^[a-z0-9][a-z0-9:-]{0,63}$', {
      description: '`eip155:` and the chain id (version 2), or a name of version 1 such as `base`.',
      expected: '`eip155:` and a chain id, such as `eip155:8453`',
      examples: ['eip155:8453'],
    }),
    asset: Address('The token to pay with.'),
    payTo: Address('The account to pay.', 'refused'),
    amount: Type.Optional(Amount('Base units of the token (version 2): the most that may be taken.')),
    maxAmountRequired: Type.Optional(Amount('The same in version 1.')),
    maxTimeoutSeconds: Type.Integer({
      minimum: 0,
      maximum: 2 ** 31,
      description: 'Seconds in which the payment is to be settled.',
    }),
    resource: Foreign('What is paid for; it decides nothing.'),
    description: Foreign('Words of the service; they decide nothing.'),
    mimeType: Foreign('Type of what is paid for; it decides nothing.'),
    outputSchema: Foreign('Shape of what is paid for; it decides nothing.'),
    extra: Foreign('Details of the scheme; they decide nothing.'),
  },
  {
    title: 'PaymentRequirements',
    description:
      'What the service asked to be paid: the element of `accepts` of its x402 answer that the caller accepted, as it was received. A message that signs more, or anything else, has the finding `payment-outside-requirements`.',
  },
)

export type GivenPaymentRequirements = Static<typeof PaymentRequirementsSchema>
