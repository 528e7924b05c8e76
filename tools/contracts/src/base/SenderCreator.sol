// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

/// @title Calls factories for an entry point, so that they do not see the entry point itself as their caller.
contract SenderCreator {
    address private immutable entryPoint = msg.sender;

    /// @param initCode Factory (20 bytes) and its call data.
    /// @return sender The address that the factory returns, or zero.
    function createSender(bytes calldata initCode) external returns (address sender) {
        require(msg.sender == entryPoint, "AA97 should call from EntryPoint");
        (bool success, bytes memory output) = address(bytes20(initCode[:20])).call(initCode[20:]);
        if (success && output.length >= 32) sender = abi.decode(output, (address));
    }

    /// Initializes a delegated account (EIP-7702).
    function initEip7702Sender(address sender, bytes calldata data) external returns (bool success) {
        require(msg.sender == entryPoint, "AA97 should call from EntryPoint");
        (success,) = sender.call(data);
    }
}
