// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.6.12;

interface IVaultToken6 {
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// Tokens of many accounts. An agent withdraws for the account that appointed it.
contract AgentVault {
    IVaultToken6 public token;
    mapping(address => uint256) public sums;
    mapping(address => address) public agentOf;
    bool private turned;

    constructor(IVaultToken6 vaultToken, bool isTurned) public {
        token = vaultToken;
        turned = isTurned;
    }

    function deposit(uint256 amount) external {
        require(token.transferFrom(msg.sender, address(this), amount), "pull");
        sums[msg.sender] += amount;
    }

    function setAgent(address agent) external {
        agentOf[msg.sender] = agent;
    }

    function withdraw(uint256 amount) external {
        pay(msg.sender, msg.sender, amount);
    }

    function withdrawFor(address holder, address to, uint256 amount) external {
        require(turned ? agentOf[msg.sender] == holder : agentOf[holder] == msg.sender, "agent");
        pay(holder, to, amount);
    }

    function pay(address holder, address to, uint256 amount) private {
        require(sums[holder] >= amount, "sum");
        sums[holder] -= amount;
        require(token.transfer(to, amount), "pay");
    }
}
