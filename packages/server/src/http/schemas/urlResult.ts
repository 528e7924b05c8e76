import { CHAINS, type Chain } from '@redoubt/risk/chain.ts'
import type { SslStatus } from '@redoubt/risk/facts/domain.ts'
import { URL_THREATS } from '@redoubt/risk/url/urlThreats.ts'
import { Type } from 'typebox'
import { Nullable, OneOf, RiskLevelName, RiskScore } from './common.ts'
import { Likeness } from './contractBody.ts'
import { Breakdown, FindingSchema } from './finding.ts'
import { Listing } from './origin.ts'
import {
  BrowserSection,
  Certificate,
  CloakingSchema,
  Content,
  Lexical,
  Popular,
  RedirectSchema,
  SSL_STATUSES,
  Whois,
} from './urlParts.ts'

const Details = Type.Object(
  {
    domainAge: Nullable(Type.Integer({ minimum: 0 }), {
      description:
        'Whole days since registration of where redirects end. Null when not known, on hosting platforms (their age says nothing of the page) and for IP addresses.',
    }),
    sslStatus: Nullable(OneOf<SslStatus>(SSL_STATUSES), {
      description: 'Certificate of the site where redirects end. none: the page is served over plain http.',
    }),
    redirectCount: Nullable(Type.Integer({ minimum: 0 }), {
      description: 'Null when the redirect’s target did not answer.',
    }),
    finalUrl: Nullable(Type.String(), {
      description: 'URL where redirects end. Null when it did not answer, or redirects without end.',
    }),
    ipAddress: Nullable(Type.String()),
  },
  { title: 'UrlDetails' },
)

const Host = Type.Object(
  {
    host: Type.String({ description: 'Lower-case ASCII, punycode.' }),
    unicodeHost: Type.String({ description: 'As a browser shows it.' }),
    registrable: Nullable(Type.String(), { description: 'Domain that is registered; null for an IP address.' }),
    site: Nullable(Type.String(), {
      description: 'Part of the host with one owner; null where strangers share all of it.',
    }),
    platform: Nullable(Type.String(), { description: 'The service whose customers share the domain.' }),
  },
  { title: 'UrlHost' },
)

/** `data` of POST /v1/scan/url: the shape of UrlScanResult, member for member (see its test). */
export const UrlResultSchema = Type.Object(
  {
    url: Type.String({ description: 'URL where redirects lead, as far as they could be followed.' }),
    riskScore: RiskScore,
    riskLevel: RiskLevelName,
    threats: Type.Array(OneOf(URL_THREATS)),
    details: Details,
    recommendation: OneOf(['PROCEED', 'CAUTION', 'AVOID', 'BLOCK']),
    confidence: Type.Number({ minimum: 0, maximum: 1 }),
    warnings: Type.Array(FindingSchema),
    requestedUrl: Type.String({ description: 'The scanned address, without credentials and fragment.' }),
    chain: OneOf<Chain>(CHAINS),
    host: Host,
    reached: Nullable(Type.Boolean(), {
      description:
        'False: no answer. Null: not visited, because of the deadline, a DNS failure, or a key that may not visit the site.',
    }),
    listed: Nullable(Type.Array(Listing), {
      description: 'Entries of block lists. Null when no list could be read.',
    }),
    official: Nullable(Type.String(), { description: 'The project whose official domain it is.' }),
    popular: Nullable(Popular),
    likenesses: Nullable(Type.Array(Likeness), {
      description: 'Brands that the name imitates. Null: not known.',
    }),
    lexical: Nullable(Lexical, {
      description:
        'Phishing score of the host name by a lexical model. Null for IP addresses, shared and official hosts.',
    }),
    redirects: Nullable(Type.Array(RedirectSchema), {
      description: 'Redirects, as far as they could be followed. Null when the site was not visited.',
    }),
    certificate: Nullable(Certificate),
    cloaking: Nullable(CloakingSchema, {
      description: 'Comparison of the pages that robots and visitors are shown; null without an answer.',
    }),
    content: Type.Optional(Nullable(Content, { description: 'Only with `options.includeContent`.' })),
    whois: Type.Optional(Nullable(Whois, { description: 'Only with `options.includeWhois`.' })),
    browser: Type.Optional(Nullable(BrowserSection, { description: 'Only with `options.browse`.' })),
    complete: Type.Boolean({
      description:
        'False when the deadline cut facts off, or a decisive fact is missing: the page, or in its place trust by lists, age and certificate.',
    }),
    unknown: Type.Array(Type.String(), {
      description: 'Members, and facts without a member, that could not be learned in full. Unknown is not safe.',
    }),
    unavailable: Type.Array(Type.String(), { description: 'Sources that failed.' }),
    asOf: Type.String({ format: 'date-time', description: 'Time of the visit to the site.' }),
    cached: Nullable(Type.Object({ ageSeconds: Type.Integer({ minimum: 0 }) }), {
      description: 'Age of an answer made for an earlier request; null when it was made for this request.',
    }),
    rulesetVersion: Type.String(),
    intelAsOf: Type.String(),
    breakdown: Breakdown,
  },
  { title: 'UrlScanResult' },
)
