// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {AccountFactory} from "./base/AccountFactory.sol";
import {IEntryPoint, OwnedAccount} from "./base/OwnedAccount.sol";
import {PackedUserOperation} from "./base/PackedEntryPoint.sol";

/// @title An account for entry point 0.8, which signs typed data.
contract Account08 is OwnedAccount {
    struct Call {
        address target;
        uint256 value;
        bytes data;
    }

    constructor(IEntryPoint entryPoint_) OwnedAccount(entryPoint_) {}

    function validateUserOp(PackedUserOperation calldata op, bytes32 hash, uint256 missing)
        external
        returns (uint256)
    {
        return _validate(hash, op.signature, missing);
    }

    function executeBatch(Call[] calldata calls) external trusted {
        for (uint256 i; i < calls.length; i++) _call(calls[i].target, calls[i].value, calls[i].data);
    }
}

interface ICreatorHolder {
    function senderCreator() external view returns (address);
}

/// @title Makes accounts for entry point 0.8, at its word only.
contract SimpleAccountFactory08 is AccountFactory {
    address public immutable senderCreator;

    constructor(IEntryPoint entryPoint) AccountFactory(address(new Account08(entryPoint))) {
        senderCreator = ICreatorHolder(address(entryPoint)).senderCreator();
    }

    function createAccount(address owner, uint256 salt) public override returns (address account) {
        require(msg.sender == senderCreator, "only callable from SenderCreator");
        return super.createAccount(owner, salt);
    }
}
