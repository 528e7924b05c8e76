// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {AccountFactory} from "./base/AccountFactory.sol";
import {IEntryPoint, OwnedAccount} from "./base/OwnedAccount.sol";
import {PackedUserOperation} from "./base/PackedEntryPoint.sol";

/// @title An account for entry point 0.7.
contract Account07 is OwnedAccount {
    constructor(IEntryPoint entryPoint_) OwnedAccount(entryPoint_) {}

    function validateUserOp(PackedUserOperation calldata op, bytes32 hash, uint256 missing)
        external
        returns (uint256)
    {
        return _validate(_personal(hash), op.signature, missing);
    }

    function executeBatch(address[] calldata dest, uint256[] calldata value, bytes[] calldata func)
        external
        trusted
    {
        require(dest.length == func.length && (value.length == 0 || value.length == func.length), "wrong array lengths");
        for (uint256 i; i < dest.length; i++) _call(dest[i], value.length == 0 ? 0 : value[i], func[i]);
    }
}

/// @title Makes accounts for entry point 0.7.
contract SimpleAccountFactory07 is AccountFactory {
    constructor(IEntryPoint entryPoint) AccountFactory(address(new Account07(entryPoint))) {}
}
