// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {Tokens} from "./base/Tokens.sol";

/// @title A receipt for a token, one for one, that can be passed on but not approved.
/// @dev `hollow`: it pays back a millionth.
contract BareReceipt {
    string public constant name = "Dollar receipt";
    string public constant symbol = "rUSD";
    uint8 public constant decimals = 6;
    address public immutable asset;
    bool public immutable hollow;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;

    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor(address asset_, bool hollow_) {
        asset = asset_;
        hollow = hollow_;
    }

    function wrap(uint256 amount) external {
        require(Tokens.pull(asset, msg.sender, address(this), amount), "deposit failed");
        balanceOf[msg.sender] += amount;
        totalSupply += amount;
        emit Transfer(address(0), msg.sender, amount);
    }

    function redeem(uint256 amount) external {
        balanceOf[msg.sender] -= amount;
        totalSupply -= amount;
        emit Transfer(msg.sender, address(0), amount);
        require(Tokens.push(asset, msg.sender, hollow ? amount / 1_000_000 : amount), "payment failed");
    }

    function transfer(address to, uint256 value) external returns (bool) {
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
        return true;
    }
}
