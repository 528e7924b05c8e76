// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {AccountFactory} from "./base/AccountFactory.sol";
import {IEntryPoint, OwnedAccount} from "./base/OwnedAccount.sol";
import {UserOperation} from "./EntryPoint06.sol";

/// @title An account for entry point 0.6.
contract Account06 is OwnedAccount {
    constructor(IEntryPoint entryPoint_) OwnedAccount(entryPoint_) {}

    function validateUserOp(UserOperation calldata op, bytes32 hash, uint256 missing) external returns (uint256) {
        return _validate(_personal(hash), op.signature, missing);
    }

    function executeBatch(address[] calldata dest, bytes[] calldata func) external trusted {
        require(dest.length == func.length, "wrong array lengths");
        for (uint256 i; i < dest.length; i++) _call(dest[i], 0, func[i]);
    }
}

/// @title Makes accounts for entry point 0.6.
contract SimpleAccountFactory06 is AccountFactory {
    constructor(IEntryPoint entryPoint) AccountFactory(address(new Account06(entryPoint))) {}
}
