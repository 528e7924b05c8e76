import { type Static, Type } from 'typebox'
import { ChainName, Text } from './common.ts'

/** Body of POST /v1/scan/url. */
export const UrlBody = Type.Object(
  {
    url: Text('^[hH][tT][tT][pP][sS]?://[^\\s/?#]', {
      description:
        'http or https URL, at most 2048 characters. Credentials are not sent to the site, and its fragment is not read.',
      maxLength: 2048,
      expected: 'an http or https URL of at most 2048 characters',
    }),
    chain: Type.Optional(ChainName),
    options: Type.Optional(
      Type.Object({
        includeContent: Type.Optional(
          Type.Boolean({
            default: false,
            description: 'Adds `content`: what the page says and does. It is analysed either way.',
          }),
        ),
        includeWhois: Type.Optional(
          Type.Boolean({
            default: false,
            description: 'Adds `whois`: who says since when the domain is registered. It is analysed either way.',
          }),
        ),
        browse: Type.Optional(
          Type.Boolean({
            default: false,
            description:
              'Adds `browser`: runs the page in a browser and scans what it asks a wallet for. Takes seconds more; refused where the service has no browser.',
          }),
        ),
        fresh: Type.Optional(
          Type.Boolean({
            default: false,
            description: 'Looks at the site now. False: what was found up to ten minutes ago may be answered again.',
          }),
        ),
        deadlineMs: Type.Optional(
          Type.Integer({
            minimum: 200,
            maximum: 30_000,
            default: 10_000,
            description: 'Milliseconds. What is known by then is returned with `complete: false`.',
          }),
        ),
      }),
    ),
  },
  {
    title: 'UrlScanRequest',
    examples: [{ url: 'https://app.uniswap.org/swap', options: { includeContent: true, includeWhois: true } }],
  },
)

export type UrlRequest = Static<typeof UrlBody>
