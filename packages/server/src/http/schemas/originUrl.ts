import { Text } from './common.ts'

/** The dApp that asks for a signature. */
export const OriginUrl = Text('^[hH][tT][tT][pP][sS]?://[^\\s/?#]', {
  description:
    'http or https URL of the site that asks for the signature, at most 2048 characters. Its host and path are looked up in lists and official domains, and its name is compared with those of brands; the site is not visited. Query, fragment and credentials are not kept.',
  maxLength: 2048,
  expected: 'an http or https URL of at most 2048 characters',
})
