// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {AccountProxy} from "../AccountProxy.sol";

/// @title Makes accounts of one owner at addresses that follow from owner and salt.
abstract contract AccountFactory {
    address public immutable accountImplementation;

    constructor(address implementation) {
        accountImplementation = implementation;
    }

    function createAccount(address owner, uint256 salt) public virtual returns (address account) {
        account = getAddress(owner, salt);
        if (account.code.length == 0) new AccountProxy{salt: bytes32(salt)}(accountImplementation, _setUp(owner));
    }

    function getAddress(address owner, uint256 salt) public view returns (address) {
        bytes memory code =
            abi.encodePacked(type(AccountProxy).creationCode, abi.encode(accountImplementation, _setUp(owner)));
        bytes32 place = keccak256(abi.encodePacked(hex"ff", address(this), bytes32(salt), keccak256(code)));
        return address(uint160(uint256(place)));
    }

    function _setUp(address owner) private pure returns (bytes memory) {
        return abi.encodeWithSignature("initialize(address)", owner);
    }
}
