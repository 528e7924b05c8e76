import type { Hex } from '@redoubt/risk/address.ts'
import { ApiError } from '../../errors.ts'

export const UINT64 = 2n ** 64n - 1n
export const UINT256 = 2n ** 256n - 1n

/** @throws ApiError VALIDATION_ERROR when it is more than `max`. The schema has checked how it is written. */
export function quantity(path: string, given: string | number, max: bigint): bigint {
  const value = BigInt(given)
  if (value > max) throw invalid(`body.${path}: expected at most ${max}`)
  return value
}

/** The schema has checked that it is hexadecimal. */
export function lower(text: string): Hex {
  return text.toLowerCase() as Hex
}

/** Libraries write null for what a transaction has not; only of `to` it means something. */
export type WithoutNull<Members> = {
  [Name in keyof Members]: Name extends 'to' ? Members[Name] : Exclude<Members[Name], null>
}

export function withoutNull<Members extends object>(given: Members): WithoutNull<Members> {
  const members = Object.entries(given).filter(([name, member]) => member !== null || name === 'to')
  return Object.fromEntries(members) as WithoutNull<Members>
}

/** `data`, or its other name `input`. @throws ApiError VALIDATION_ERROR when both are given and differ. */
export function callData(path: string, { data, input }: { data?: string; input?: string }): Hex {
  if (data !== undefined && input !== undefined && data.toLowerCase() !== input.toLowerCase()) {
    throw invalid(`${path}.input: expected the same bytes as ${path}.data, its other name; send one of them`)
  }
  return lower(data ?? input ?? '0x')
}

export function invalid(detail: string): ApiError {
  return new ApiError('VALIDATION_ERROR', { detail })
}
