// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

/// @title Token with operators (ERC-777) and delegates of votes (ERC-5805), without hooks.
contract OperatorToken {
    string public constant name = "Operated Token";
    string public constant symbol = "OPT";
    uint8 public constant decimals = 18;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => bool)) private _operators;
    mapping(address => address) public delegates;
    mapping(address => uint256) public getVotes;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event AuthorizedOperator(address indexed operator, address indexed holder);
    event RevokedOperator(address indexed operator, address indexed holder);
    event DelegateChanged(address indexed delegator, address indexed fromDelegate, address indexed toDelegate);
    event DelegateVotesChanged(address indexed delegate, uint256 previousVotes, uint256 newVotes);

    constructor(address holder, uint256 amount) {
        totalSupply = amount;
        balanceOf[holder] = amount;
        emit Transfer(address(0), holder, amount);
    }

    function isOperatorFor(address operator, address holder) external view returns (bool) {
        return operator == holder || _operators[holder][operator];
    }

    function authorizeOperator(address operator) external {
        _operators[msg.sender][operator] = true;
        emit AuthorizedOperator(operator, msg.sender);
    }

    function revokeOperator(address operator) external {
        _operators[msg.sender][operator] = false;
        emit RevokedOperator(operator, msg.sender);
    }

    function send(address to, uint256 amount, bytes calldata) external {
        _move(msg.sender, to, amount);
    }

    function operatorSend(address from, address to, uint256 amount, bytes calldata, bytes calldata) external {
        require(_operators[from][msg.sender], "operator only");
        _move(from, to, amount);
    }

    function delegate(address to) external {
        address from = delegates[msg.sender];
        delegates[msg.sender] = to;
        emit DelegateChanged(msg.sender, from, to);
        _moveVotes(from, to, balanceOf[msg.sender]);
    }

    function _move(address from, address to, uint256 amount) private {
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        emit Transfer(from, to, amount);
        _moveVotes(delegates[from], delegates[to], amount);
    }

    function _moveVotes(address from, address to, uint256 amount) private {
        if (from != address(0)) {
            emit DelegateVotesChanged(from, getVotes[from], getVotes[from] - amount);
            getVotes[from] -= amount;
        }
        if (to != address(0)) {
            emit DelegateVotesChanged(to, getVotes[to], getVotes[to] + amount);
            getVotes[to] += amount;
        }
    }
}
