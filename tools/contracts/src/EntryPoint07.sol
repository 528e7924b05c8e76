// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {PackedEntryPoint, PackedUserOperation} from "./base/PackedEntryPoint.sol";

/// @title An entry point with the interface of 0.7.
contract EntryPoint07 is PackedEntryPoint {
    function getUserOpHash(PackedUserOperation calldata op) public view override returns (bytes32) {
        bytes memory words = abi.encode(
            op.sender,
            op.nonce,
            keccak256(op.initCode),
            keccak256(op.callData),
            op.accountGasLimits,
            op.preVerificationGas,
            op.gasFees,
            keccak256(op.paymasterAndData)
        );
        return keccak256(abi.encode(keccak256(words), address(this), block.chainid));
    }

    /// A tenth of the unused gas.
    function _penaltyOf(uint256 unused) internal pure override returns (uint256) {
        return unused / 10;
    }
}
