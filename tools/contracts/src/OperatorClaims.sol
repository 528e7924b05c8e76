// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

interface IPaid {
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// @title Claims on a token by id (ERC-6909): an operator moves them, and their holder redeems them.
contract OperatorClaims {
    IPaid private immutable _token;
    mapping(address => mapping(uint256 => uint256)) public balanceOf;
    mapping(address => mapping(address => bool)) public isOperator;

    event OperatorSet(address indexed owner, address indexed operator, bool approved);
    event Transfer(address caller, address indexed from, address indexed to, uint256 indexed id, uint256 amount);

    constructor(address token) {
        _token = IPaid(token);
    }

    function deposit(uint256 id, uint256 amount) external {
        _token.transferFrom(msg.sender, address(this), amount);
        balanceOf[msg.sender][id] += amount;
        emit Transfer(msg.sender, address(0), msg.sender, id, amount);
    }

    function redeem(uint256 id, uint256 amount) external {
        balanceOf[msg.sender][id] -= amount;
        emit Transfer(msg.sender, msg.sender, address(0), id, amount);
        _token.transfer(msg.sender, amount);
    }

    function setOperator(address operator, bool approved) external returns (bool) {
        isOperator[msg.sender][operator] = approved;
        emit OperatorSet(msg.sender, operator, approved);
        return true;
    }

    function transferFrom(address from, address to, uint256 id, uint256 amount) external returns (bool) {
        require(from == msg.sender || isOperator[from][msg.sender], "not an operator");
        balanceOf[from][id] -= amount;
        balanceOf[to][id] += amount;
        emit Transfer(msg.sender, from, to, id, amount);
        return true;
    }
}
