// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {Owned} from "./base/Owned.sol";

/// @title A list of sanctioned addresses with the interface of Chainalysis' on-chain oracle.
contract SanctionsOracle is Owned {
    event SanctionedAddressesAdded(address[] addrs);
    event SanctionedAddressesRemoved(address[] addrs);

    mapping(address => bool) public isSanctioned;

    constructor(address owner_) {
        _setOwner(owner_);
    }

    function name() external pure returns (string memory) {
        return "Chainalysis sanctions oracle";
    }

    function addToSanctionsList(address[] calldata added) external onlyOwner {
        for (uint256 i; i < added.length; i++) isSanctioned[added[i]] = true;
        emit SanctionedAddressesAdded(added);
    }

    function removeFromSanctionsList(address[] calldata removed) external onlyOwner {
        for (uint256 i; i < removed.length; i++) isSanctioned[removed[i]] = false;
        emit SanctionedAddressesRemoved(removed);
    }
}
