// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {PackedUserOperation} from "./base/PackedEntryPoint.sol";

/// @title Code for a delegated account (EIP-7702) that its own key, or entry point 0.8 with its signature, runs.
contract Simple7702Account {
    struct Call {
        address target;
        uint256 value;
        bytes data;
    }

    error ExecuteError(uint256 index, bytes error);

    address public constant entryPoint = 0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108;

    receive() external payable {}

    fallback() external payable {}

    modifier trusted() {
        require(msg.sender == address(this) || msg.sender == entryPoint, "not from self or EntryPoint");
        _;
    }

    function validateUserOp(PackedUserOperation calldata op, bytes32 hash, uint256 missing)
        external
        returns (uint256)
    {
        require(msg.sender == entryPoint, "account: not from EntryPoint");
        if (missing > 0) {
            // Whether it arrived is for the entry point to see.
            (bool paid,) = msg.sender.call{value: missing}("");
            (paid);
        }
        return _signed(hash, op.signature) ? 0 : 1;
    }

    function execute(address target, uint256 value, bytes calldata data) external trusted {
        (bool done, bytes memory output) = target.call{value: value}(data);
        if (!done) {
            assembly {
                revert(add(output, 32), mload(output))
            }
        }
    }

    function executeBatch(Call[] calldata calls) external trusted {
        for (uint256 i; i < calls.length; i++) {
            (bool done, bytes memory output) = calls[i].target.call{value: calls[i].value}(calls[i].data);
            if (done) continue;
            if (calls.length > 1) revert ExecuteError(i, output);
            assembly {
                revert(add(output, 32), mload(output))
            }
        }
    }

    /// ERC-1271.
    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        return _signed(hash, signature) ? this.isValidSignature.selector : bytes4(0xffffffff);
    }

    function onERC721Received(address, address, uint256, bytes calldata) external pure returns (bytes4) {
        return this.onERC721Received.selector;
    }

    function onERC1155Received(address, address, uint256, uint256, bytes calldata) external pure returns (bytes4) {
        return this.onERC1155Received.selector;
    }

    function onERC1155BatchReceived(address, address, uint256[] calldata, uint256[] calldata, bytes calldata)
        external
        pure
        returns (bytes4)
    {
        return this.onERC1155BatchReceived.selector;
    }

    /// ERC-165: accounts of ERC-4337, ERC-1271, and receivers of ERC-721 and ERC-1155.
    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0x1626ba7e || id == 0x150b7a02 || id == 0x4e2312e0
            || id == Simple7702Account.validateUserOp.selector;
    }

    function _signed(bytes32 hash, bytes calldata signature) private view returns (bool) {
        if (signature.length != 65) return false;
        address signer =
            ecrecover(hash, uint8(signature[64]), bytes32(signature[:32]), bytes32(signature[32:64]));
        return signer == address(this);
    }
}
