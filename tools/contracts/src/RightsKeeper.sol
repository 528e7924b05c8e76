// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.28;

/// Keeps rights in the forms of eight standards, for one wallet and many holders. Anyone gives and ends rights over their own account only.
contract RightsKeeper {
    string public name = "Rights Keeper";
    string public symbol = "RKP";
    uint8 public decimals = 18;
    uint256 public totalSupply;
    /// Aave: the asset that a credit delegate borrows.
    address public UNDERLYING_ASSET_ADDRESS;

    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => bool)) public isOperator;
    mapping(address => mapping(address => mapping(uint256 => uint256))) public allowance;
    mapping(address => mapping(address => uint256)) public borrowAllowance;
    mapping(address => address) public delegates;
    mapping(address => mapping(address => bool)) public isAuthorized;
    mapping(address => mapping(address => bool)) public hasApprovedRelayer;
    mapping(address => mapping(address => mapping(bytes32 => bool))) internal claims;
    mapping(address => mapping(address => bool)) internal operators777;

    event AuthorizedOperator(address indexed operator, address indexed holder);
    event RevokedOperator(address indexed operator, address indexed holder);
    event OperatorSet(address indexed owner, address indexed operator, bool approved);
    event Approval(address indexed owner, address indexed spender, uint256 indexed id, uint256 amount);
    event BorrowAllowanceDelegated(address indexed fromUser, address indexed toUser, address indexed asset, uint256 amount);
    event DelegateChanged(address indexed delegator, address indexed fromDelegate, address indexed toDelegate);
    event SetAuthorization(address indexed caller, address indexed authorizer, address indexed authorized, bool allowed);
    event RelayerApprovalChanged(address indexed relayer, address indexed sender, bool approved);
    event DelegateAll(address indexed from, address indexed to, bytes32 rights, bool enable);

    constructor(address asset) {
        UNDERLYING_ASSET_ADDRESS = asset;
        totalSupply = balanceOf[msg.sender] = 1_000 ether;
    }

    // ERC-777
    function authorizeOperator(address operator) external {
        operators777[operator][msg.sender] = true;
        emit AuthorizedOperator(operator, msg.sender);
    }

    function revokeOperator(address operator) external {
        operators777[operator][msg.sender] = false;
        emit RevokedOperator(operator, msg.sender);
    }

    function isOperatorFor(address operator, address holder) external view returns (bool) {
        return operators777[operator][holder];
    }

    // ERC-6909
    function setOperator(address operator, bool approved) external returns (bool) {
        isOperator[msg.sender][operator] = approved;
        emit OperatorSet(msg.sender, operator, approved);
        return true;
    }

    function approve(address spender, uint256 id, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender][id] = amount;
        emit Approval(msg.sender, spender, id, amount);
        return true;
    }

    // Aave's debt tokens
    function approveDelegation(address delegatee, uint256 amount) external {
        borrowAllowance[msg.sender][delegatee] = amount;
        emit BorrowAllowanceDelegated(msg.sender, delegatee, UNDERLYING_ASSET_ADDRESS, amount);
    }

    // ERC-5805
    function delegate(address delegatee) external {
        emit DelegateChanged(msg.sender, delegates[msg.sender], delegatee);
        delegates[msg.sender] = delegatee;
    }

    // Morpho
    function setAuthorization(address authorized, bool allowed) external {
        isAuthorized[msg.sender][authorized] = allowed;
        emit SetAuthorization(msg.sender, msg.sender, authorized, allowed);
    }

    // Balancer
    function setRelayerApproval(address sender, address relayer, bool approved) external {
        require(sender == msg.sender);
        hasApprovedRelayer[sender][relayer] = approved;
        emit RelayerApprovalChanged(relayer, sender, approved);
    }

    // delegate.xyz
    function delegateAll(address to, bytes32 rights, bool enable) external payable returns (bytes32) {
        claims[to][msg.sender][rights] = enable;
        emit DelegateAll(msg.sender, to, rights, enable);
        return keccak256(abi.encodePacked(rights, msg.sender, to));
    }

    function checkDelegateForAll(address to, address from, bytes32 rights) external view returns (bool) {
        return claims[to][from][bytes32(0)] || claims[to][from][rights];
    }
}
