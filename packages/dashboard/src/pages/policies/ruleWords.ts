import type { api } from '@redoubt/client'
import { amountText, chainName, coinOf, countText, durationText, shortHex, usdText, wordsOf } from '../../ui/format.ts'

/** The rules of a policy, a name and sentences each; rules that are not in force are left out. */
export function ruleWords(rules: api.PolicyRules): [name: string, sentences: string[]][] {
  const { networks, hours, dailySpendingLimit: daily, timeDelay, blockAt, assetLimits = [], signing = {} } = rules
  return [
    networks && ['Networks', [`Acts on ${networks.map(chainName).join(', ')} alone.`]],
    hours && ['Hours', [`Acts from ${hours.from} to ${hours.to} UTC; at other times a request is held.`]],
    daily && ['Spending', spendingWords(daily)],
    rules.whitelistMode && ['Allowed recipients and contracts', allowedWords(rules.whitelistMode)],
    timeDelay && [
      'Delay',
      [`Requests of ${usdText(timeDelay.thresholdUsd)} or more wait ${durationText(timeDelay.seconds)}.`],
    ],
    blockAt && ['Risk', [`Refuses what is judged ${blockAt} or worse.`]],
    rules.approvals && ['Approvals', approvalWords(rules.approvals)],
    assetLimits.length > 0 && ['Limits of assets', assetLimits.map(assetWords)],
    ['Signing', signingWords(signing)],
  ].filter((row): row is [string, string[]] => Array.isArray(row))
}

function spendingWords({ usd, rolling24hUsd = null, alertAt = 0.8 }: api.DailySpendingLimit): string[] {
  return [
    `At most ${usdText(usd)} leave in a day (UTC).`,
    ...(rolling24hUsd === null ? [] : [`At most ${usdText(rolling24hUsd)} leave in any 24 hours.`]),
    `An event tells when ${Math.round(alertAt * 100)} % are used.`,
  ]
}

function allowedWords({ addresses = [], contracts = [] }: api.WhitelistMode): string[] {
  return [
    'Refuses every recipient and contract that is not listed.',
    addresses.length === 0
      ? 'No account may receive assets.'
      : `May receive: ${addresses.map((address) => shortHex(address)).join(', ')}.`,
    ...contracts.map(({ address, selectors = null }) => {
      if (selectors === null) return `${shortHex(address)}: every function.`
      if (selectors.length === 0) return `${shortHex(address)}: plain payments.`
      const functions = selectors.map(({ selector, arguments: bounds = [] }) =>
        bounds.length === 0 ? selector : `${selector} with ${countText(bounds.length, 'bound')} on its arguments`,
      )
      return `${shortHex(address)}: ${functions.join(', ')}.`
    }),
  ]
}

function approvalWords({ forbidUnlimited, spenders, maxValueAtRiskUsd = null }: api.ApprovalRules): string[] {
  const listed = spenders?.map((spender) => shortHex(spender)).join(', ')
  return [
    ...(forbidUnlimited ? ['Refuses unlimited approvals.'] : []),
    ...(listed === undefined ? [] : [listed === '' ? 'No account may be approved.' : `May be approved: ${listed}.`]),
    ...(maxValueAtRiskUsd === null ? [] : [`The approvals of a request risk at most ${usdText(maxValueAtRiskUsd)}.`]),
  ]
}

function assetWords({ chain, asset = null, perRequest = null, perDay = null }: api.AssetLimit): string {
  const limits = [
    perRequest !== null && `${amountText(perRequest)} a request`,
    perDay !== null && `${amountText(perDay)} a day`,
  ].filter((part) => part !== false)
  const name = asset === null ? coinOf(chain) : shortHex(asset)
  return `${name} on ${chainName(chain)}: at most ${limits.length === 0 ? 'any amount' : limits.join(', ')} (base units).`
}

function signingWords({ methods = [], messages = [] }: api.SigningRules): string[] {
  return [
    methods.length === 0 ? 'No method may be used.' : `Methods: ${methods.join(', ')}.`,
    messages.length === 0 ? 'Signs no message.' : `Messages: ${messages.map((kind) => wordsOf(kind)).join(', ')}.`,
  ]
}
