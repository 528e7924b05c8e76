// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {PackedEntryPoint, PackedUserOperation} from "./base/PackedEntryPoint.sol";

/// @title An entry point with the interface of 0.8: hashes are typed data, and accounts may be delegated (EIP-7702).
contract EntryPoint08 is PackedEntryPoint {
    bytes32 private constant DOMAIN =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
    bytes32 private constant OPERATION = keccak256(
        "PackedUserOperation(address sender,uint256 nonce,bytes initCode,bytes callData,bytes32 accountGasLimits,uint256 preVerificationGas,bytes32 gasFees,bytes paymasterAndData)"
    );
    /// In the factory's place: the account is delegated code.
    bytes20 private constant DELEGATED = bytes20(hex"7702");
    /// Below this no unused gas is charged.
    uint256 private constant FREE = 40_000;

    function getDomainSeparatorV4() public view returns (bytes32) {
        return keccak256(abi.encode(DOMAIN, keccak256("ERC4337"), keccak256("1"), block.chainid, address(this)));
    }

    function getPackedUserOpTypeHash() external pure returns (bytes32) {
        return OPERATION;
    }

    function getUserOpHash(PackedUserOperation calldata op) public view override returns (bytes32) {
        bytes memory head = abi.encode(OPERATION, op.sender, op.nonce, _initHash(op), keccak256(op.callData));
        bytes memory tail =
            abi.encode(op.accountGasLimits, op.preVerificationGas, op.gasFees, keccak256(op.paymasterAndData));
        bytes32 words = keccak256(bytes.concat(head, tail));
        return keccak256(abi.encodePacked("\x19\x01", getDomainSeparatorV4(), words));
    }

    function _create(uint256 index, Op memory op, bytes calldata initCode) internal override {
        if (!_isDelegated(initCode)) return super._create(index, op, initCode);
        if (initCode.length <= 20) return;
        if (!creator.initEip7702Sender(op.sender, initCode[20:])) {
            revert FailedOp(index, "AA13 EIP7702 sender init failed");
        }
    }

    function _refuseMissing(uint256 index) internal pure override {
        revert FailedOp(index, "AA20 account not deployed");
    }

    function _penaltyOf(uint256 unused) internal pure override returns (uint256) {
        return unused < FREE ? 0 : unused / 10;
    }

    /// The delegate stands in the factory's place, so that it is signed.
    function _initHash(PackedUserOperation calldata op) private view returns (bytes32) {
        if (!_isDelegated(op.initCode)) return keccak256(op.initCode);
        bytes memory code = op.sender.code;
        require(code.length == 23 && bytes3(code) == 0xef0100, "not an EIP-7702 delegate");
        address delegate;
        assembly {
            delegate := shr(96, mload(add(code, 35)))
        }
        return op.initCode.length <= 20
            ? keccak256(abi.encodePacked(delegate))
            : keccak256(abi.encodePacked(delegate, op.initCode[20:]));
    }

    function _isDelegated(bytes calldata initCode) private pure returns (bool) {
        return initCode.length >= 2 && bytes20(initCode[:initCode.length < 20 ? initCode.length : 20]) == DELEGATED;
    }
}
